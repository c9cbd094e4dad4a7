#include "app/lab/lab_reach.h"

#include <fmt/format.h>

#include <string_view>

#include "app/json_lines.h"
#include "base/clock.h"
#include "url/url.h"

namespace meguri::app {
namespace {

// Whom the examples are about: the first source's first page.
struct Example {
  std::string host;
  std::string http_url;
  std::string https_url;
  std::string address;
};

// The seed's page, over http or https.
std::string UrlOf(bool https, const std::string& host, const std::optional<url::Url>& seed,
                  const WebPorts& ports) {
  std::string url;
  AppendOrigin(https, host, ports, url);
  return url += seed ? seed->path_and_query() : "/";
}

Example ExampleOf(const VirtualWeb& web, const LabReach& reach) {
  Example example;
  const std::vector<std::string> seeds = web.SeedUrls();
  const auto seed = seeds.empty() ? std::nullopt : url::Url::Parse(seeds.front());
  const VirtualHost* host = seed ? web.FindHost(seed->host()) : nullptr;
  if (host == nullptr) host = &web.hosts().front();  // a web has one at least
  example.host = host->name;
  example.address = host->addresses.front().ToString();
  example.http_url = UrlOf(false, host->name, seed, reach.ports);
  example.https_url = UrlOf(true, host->name, seed, reach.ports);
  return example;
}

std::string Many(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::string ReachInWords(const VirtualWeb& web, const LabReach& reach) {
  const Example example = ExampleOf(web, reach);
  const std::string proxy = fmt::format("http://127.0.0.1:{}", reach.ports.http);
  std::string out =
      fmt::format("The lab is up: {}, {} on {}; virtual time {}, {} s in a second.\n",
                  Many(web.PageCount(web.start()), "page"), Many(web.hosts().size(), "host"),
                  Many(web.server_count(), "server"), FormatIso8601(web.start()), reach.speed);
  const auto line = [&out](std::string_view what, std::string_view text) {
    out += fmt::format("  {:<11} {}\n", what, text);
  };
  out += "\nBegin a crawl at\n";
  for (const std::string& url : web.SeedUrls())
    line("seed", url);
  out += "\nHow to get in\n";
  line("proxy", fmt::format("curl -x {} {}", proxy, example.http_url));
  line("TLS", fmt::format("curl -x {} --cacert {} {}", proxy, reach.ca_path, example.https_url));
  line("address", fmt::format("curl --resolve {}:{}:{} {}", example.host, reach.ports.http,
                              example.address, example.http_url));
  line("browser", fmt::format("chromium --user-data-dir=$(mktemp -d) --proxy-server={} "
                              "--ignore-certificate-errors-spki-list={} {}",
                              proxy, reach.key_pin, example.http_url));
  line("names", fmt::format("dig @127.0.0.1 -p {} {}", reach.dns_port, example.host));
  out += '\n';
  line("CA", reach.ca_path);
  line("hosts file", reach.hosts_path);
  if (!reach.log.empty()) {
    line("log", fmt::format("{} (meguri lab judge {})", reach.log, reach.log));
  }
  line("never ask", web.forbidden_address().ToString());
  out += "\nCtrl-C stops it.\n";
  return out;
}

std::string HostsFile(const VirtualWeb& web) {
  std::string out;
  for (const VirtualHost& host : web.hosts()) {
    for (const IpAddress& address : web.Resolve(host, 0))
      out += fmt::format("{} {}\n", address.ToString(), host.name);
  }
  return out;
}

std::string ReachAsJson(const VirtualWeb& web, const LabReach& reach) {
  Answer json;
  json["http_port"] = reach.ports.http;
  json["https_port"] = reach.ports.https;
  json["dns_port"] = reach.dns_port;
  json["proxy"] = fmt::format("http://127.0.0.1:{}", reach.ports.http);
  json["dns"] = fmt::format("127.0.0.1:{}", reach.dns_port);
  json["addresses"] = "127.0.0.0/8";
  json["ipv6"] = reach.has_v6;
  json["ca"] = reach.ca_path;
  json["hosts_file"] = reach.hosts_path;
  json["key_pin"] = reach.key_pin;
  json["log"] = reach.log.empty() ? Answer(nullptr) : Answer(reach.log);
  json["seeds"] = web.SeedUrls();
  json["pages"] = web.PageCount(web.start());
  json["hosts"] = web.hosts().size();
  json["servers"] = web.server_count();
  json["forbidden"] = web.forbidden_address().ToString();
  json["start"] = FormatIso8601(web.start());
  json["speed"] = reach.speed;
  return json.dump(-1, ' ', false, Answer::error_handler_t::replace) + "\n";
}

}  // namespace meguri::app
