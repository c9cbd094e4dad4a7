// `meguri explain url`: what a link is, whose site it is on, and under which keys we know it.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "base/hash.h"
#include "base/printable.h"
#include "base/result.h"
#include "encoding/encoding.h"
#include "url/canonical.h"
#include "url/idna/idna.h"
#include "url/query_encoder.h"
#include "url/site.h"
#include "url/surt/surt.h"
#include "url/url.h"

namespace meguri::app {
namespace {

struct ExplainUrlOptions {
  std::string input;
  bool has_input = false;
  std::string base;
  bool has_base = false;
  std::string suffix_list;
  std::string drop;
  bool has_drop = false;
  bool sort_query = false;
};

// "a,b" as {"a", "b"}; "" as {}.
std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    items.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return items;
}

// What the explanations are made with.
class Explainer {
 public:
  static Result<Explainer> Create(const ExplainUrlOptions& options) {
    url::CanonicalRules rules{.sort_query = options.sort_query};
    if (options.has_drop) rules.drop_parameters = SplitList(options.drop);
    MEGURI_TRY(url::Canonicalizer canonicalizer, url::Canonicalizer::Create(rules));
    if (options.suffix_list.empty()) {
      return Explainer(std::move(canonicalizer), url::SiteList::System());
    }
    MEGURI_TRY(url::SiteList sites, url::SiteList::Load(options.suffix_list));
    return Explainer(std::move(canonicalizer), std::move(sites));
  }

  std::string_view Canonical(const url::Url& url) { return canonicalizer_.Form(url, scratch_); }

  std::optional<std::string_view> Site(const url::Url& url) const {
    return sites_.RegisteredDomainOrAddress(url);
  }

 private:
  Explainer(url::Canonicalizer canonicalizer, url::SiteList sites)
      : canonicalizer_(std::move(canonicalizer)), sites_(std::move(sites)) {}

  url::Canonicalizer canonicalizer_;
  url::SiteList sites_;
  std::string scratch_;
};

Result<Answer> AnswerUrl(const Question& question, Explainer& explainer) {
  MEGURI_TRY(const std::string input, StringField(question, "input"));
  MEGURI_TRY(const std::string base_text, OptionalStringField(question, "base"));
  MEGURI_TRY(const std::string encoding, OptionalStringField(question, "encoding"));
  const bool has_base = question.contains("base") && !question["base"].is_null();
  const std::optional<url::QueryEncoder> encoder = url::QueryEncoder::ForEncoding(encoding);
  if (!encoding.empty() && !encoding::FindEncoding(encoding)) {
    return Fail(ErrorCode::kInvalidArgument, "unknown \"encoding\" '" + encoding + "'");
  }

  url::Url base;
  url::Url url;
  if ((has_base && !base.Assign(base_text)) ||
      !url.Assign(input, has_base ? &base : nullptr, encoder ? &*encoder : nullptr)) {
    return Answer{{"failure", true}};
  }
  Answer answer;
  answer["href"] = url.href();
  answer["host"] = url.host();
  const std::optional<std::string_view> site = explainer.Site(url);
  answer["site"] = site ? Answer(*site) : Answer(nullptr);
  answer["canonical"] = explainer.Canonical(url);
  answer["surt"] = url::Surt(url.without_fragment());
  return answer;
}

std::string_view FailureInWords(url::UrlFailure failure) {
  switch (failure) {
    case url::UrlFailure::kNone:
      break;
    case url::UrlFailure::kTooLong:
      return "it is too long";
    case url::UrlFailure::kRelativeWithoutBase:
      return "it has no scheme, and no base to resolve it against (--base URL)";
    case url::UrlFailure::kOpaqueBase:
      return "it is relative, and the base has no path to be relative to";
    case url::UrlFailure::kNoHost:
      return "the host is missing";
    case url::UrlFailure::kBadHost:
      return "the host can't be one: a forbidden character, a broken address, or an "
             "international name that UTS #46 refuses";
    case url::UrlFailure::kBadPort:
      return "the port is not a number up to 65535";
  }
  return "unknown reason";
}

void PrintRow(std::string_view name, std::string_view value, std::string_view note = "") {
  fmt::print("{:<12} {}\n", name, Printable(value));
  if (!note.empty()) fmt::print("{:<12}   {}\n", "", note);
}

std::string HostNote(const url::Url& url) {
  switch (url.host_kind()) {
    case url::HostKind::kIpv4:
    case url::HostKind::kIpv6:
      return "an address";
    case url::HostKind::kOpaque:
      return "not looked into: the scheme is not one of the web's";
    default:
      break;
  }
  const std::string unicode = url::DomainToUnicode(url.host());
  return unicode == url.host() ? "" : "shown as " + unicode;
}

void PrintSite(const url::Url& url, const Explainer& explainer) {
  const std::optional<std::string_view> site = explainer.Site(url);
  if (site) {
    const bool domain = url.host_kind() == url::HostKind::kDomain;
    PrintRow("site", *site,
             domain ? "the registered domain, by the public suffix list"
                    : "an address is a site of its own");
  } else if (!url.host().empty()) {
    PrintRow("site", "none", "no registered domain: the host counts as a site of its own");
  }
}

void PrintUrl(const url::Url& url, Explainer& explainer) {
  PrintRow("URL", url.href(), "as a browser reads it (WHATWG URL Standard)");
  if (url.fragment()) PrintRow("fetched", url.without_fragment(), "the fragment stays with us");
  if (!url.is_http()) PrintRow("crawled", "no", "only http and https are");
  if (!url.host().empty()) PrintRow("host", url.host(), HostNote(url));
  if (url.port()) PrintRow("port", std::to_string(*url.port()));
  PrintSite(url, explainer);
  const std::string_view canonical = explainer.Canonical(url);
  PrintRow("canonical", canonical,
           canonical == url.without_fragment()
               ? "the key by which Meguri knows it: nothing to drop"
               : "the key by which Meguri knows it: tracking and session parameters dropped");
  PrintRow("SURT", url::Surt(url.without_fragment()), "the key in CDXJ indexes of archives");
  // Each crawl has a seed of its own, so the value here is only an example.
  PrintRow("fingerprint", ToHex(KeyedHash(0).Hash64(canonical)),
           "of the canonical form, 64 bits, with seed 0; every crawl has its own seed");
}

// One URL, in words.
Result<int> ExplainInWords(const ExplainUrlOptions& options, Explainer& explainer) {
  url::Url base;
  if (options.has_base && !base.Assign(options.base)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--base '{}' is no URL: {}", Printable(options.base),
                            FailureInWords(base.failure())));
  }
  PrintRow("input", options.input);
  if (!base.empty()) PrintRow("base", base.href());
  url::Url url;
  if (!url.Assign(options.input, base.empty() ? nullptr : &base)) {
    PrintRow("URL", "none", FailureInWords(url.failure()));
    return kExitNo;
  }
  PrintUrl(url, explainer);
  return kExitYes;
}

Result<int> Run(const ExplainUrlOptions& options) {
  MEGURI_TRY(Explainer explainer, Explainer::Create(options));
  if (options.has_input) return ExplainInWords(options, explainer);
  return AnswerStdin("meguri explain url", [&explainer](const Question& question) {
    return AnswerUrl(question, explainer);
  });
}

}  // namespace

void AddExplainUrl(Command& explain) {
  auto options = std::make_shared<ExplainUrlOptions>();
  Command& command = explain.AddCommand(
      "url", "What is this link: its URL, host, site, canonical form and SURT key");
  command.SetFooter(
      "\nJSON lines: {\"input\",\"base\"?,\"encoding\"?} gives\n"
      "{\"href\",\"host\",\"site\",\"canonical\",\"surt\"} or {\"failure\":true}.\n"
      "\"encoding\" is the page's charset, in which queries are written. \"site\" is null for a "
      "host\n"
      "without a registered domain. Exit code with an argument: 0 it is a URL, 1 it is none.");
  Option& input = command.AddOption("INPUT", options->input,
                                    "the link; without it, JSON lines are read from stdin");
  Option& base =
      command.AddOption("--base", options->base, "URL of the page that the link stands on");
  base.Needs(input);
  command
      .AddOption("--suffix-list", options->suffix_list,
                 "a public suffix list (default: the system's)")
      .Type("FILE");
  Option& drop = command.AddOption(
      "--drop", options->drop,
      "parameters that the canonical form drops, with commas between; '*' may end a name\n"
      "(default: those of docs/design/canonical_form.md; '' for none)");
  command.AddFlag("--sort-query", options->sort_query,
                  "sort the canonical form's parameters by name");
  command.Does([options, &input, &base, &drop] {
    options->has_input = input.given();
    options->has_base = base.given();
    options->has_drop = drop.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
