#include "sim/web/bad_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "sim/generated/generated_pages.h"
#include "sim/web/content_answer.h"
#include "sim/web/misbehaviour.h"

namespace meguri {
namespace {

std::string_view AboutOf(Misbehaviour kind) {
  const auto all = Misbehaviours();
  const auto found = std::ranges::find(all, kind, &MisbehaviourInfo::kind);
  return found == all.end() ? std::string_view("well-behaved") : found->about;
}

// TLS is what is wrong with these: asked by https, they need no redirect first.
bool WantsHttps(Misbehaviour kind) {
  return kind == Misbehaviour::kTlsBroken || kind == Misbehaviour::kTlsExpired ||
         kind == Misbehaviour::kTlsWrongName;
}

}  // namespace

std::string BadHostName(const MisbehaviourRule& rule) {
  if (!rule.host.empty()) return rule.host;
  return fmt::format("{}.bad.test", MisbehaviourName(rule.kind));
}

Result<std::unique_ptr<BadHosts>> BadHosts::Create(std::vector<MisbehaviourRule> rules,
                                                   std::uint64_t seed, const WebPorts& ports,
                                                   WallTime start) {
  GeneratedPages::Options options;
  options.seed = Random(seed).Split("bad hosts").Next();
  options.ports = ports;
  options.start = start;
  options.changes.push_back({.kind = ChangeRule::Kind::kNever});
  options.spec.host_names.emplace_back(kBadIndexHost);
  for (const MisbehaviourRule& rule : rules)
    options.spec.host_names.push_back(BadHostName(rule));
  options.spec.hosts = static_cast<std::uint32_t>(options.spec.host_names.size());
  options.spec.pages = std::uint64_t{options.spec.hosts} * kPagesPerHost;
  options.spec.languages = {Language::kEnglish};
  options.spec.https = 0;
  MEGURI_TRY(std::unique_ptr<GeneratedPages> pages, GeneratedPages::Create(options));
  // The constructor is private: make_unique can't call it.
  return std::unique_ptr<BadHosts>(new BadHosts(std::move(pages), std::move(rules), ports));
}

void BadHosts::Answer(std::uint32_t host, const WebRequest& request, WallTime now,
                      WebAnswer& answer) const {
  if (host != 0 || request.target != "/") return pages_->Answer(host, request, now, answer);
  // The generated page is the host's home: its links to the host's other pages are needed, too.
  WebRequest plain = request;
  plain.accepts_gzip = false;
  plain.if_none_match = {};
  plain.if_modified_since = {};
  pages_->Answer(host, plain, now, answer);
  std::string list = "<h2>Hosts that misbehave</h2>\n<ul>\n";
  for (const MisbehaviourRule& rule : rules_) {
    std::string origin;
    AppendOrigin(WantsHttps(rule.kind), BadHostName(rule), ports_, origin);
    list += fmt::format("<li><a href=\"{}/\">{}</a>: {}</li>\n", origin,
                        MisbehaviourName(rule.kind), AboutOf(rule.kind));
  }
  list += "</ul>\n";
  const std::size_t at = answer.body.rfind("</body>");
  answer.body.insert(at == std::string::npos ? answer.body.size() : at, list);
}

std::string BadHosts::SeedUrl() const {
  std::string url;
  AppendOrigin(false, kBadIndexHost, ports_, url);
  return url + "/";
}

}  // namespace meguri
