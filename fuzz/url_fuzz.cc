// Url, canonical form, site: any bytes as link and base.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "url/canonical.h"
#include "url/site.h"
#include "url/url.h"

namespace {

using meguri::url::Url;

void Check(bool condition) {
  if (!condition) std::abort();
}

// The parts lie in order and together make up the whole.
void CheckParts(const Url& url) {
  std::string again(url.scheme());
  again += ':';
  if (url.host_kind() != meguri::url::HostKind::kNone) {
    again += "//";
    again += url.username();
    if (!url.password().empty()) again.append(":").append(url.password());
    if (!url.username().empty() || !url.password().empty()) again += '@';
    again += url.host();
    if (url.port()) again.append(":").append(std::to_string(*url.port()));
  } else if (url.path().starts_with("//")) {
    again += "/.";
  }
  again += url.path();
  if (url.query()) again.append("?").append(*url.query());
  if (url.fragment()) again.append("#").append(*url.fragment());
  Check(again == url.href());
}

void CheckUrl(const Url& url) {
  static const meguri::url::SiteList kSites = meguri::url::SiteList::System();
  static const meguri::url::Canonicalizer kCanonicalizer;
  CheckParts(url);
  for (const char c : url.href())
    Check(c >= 0x20 && c < 0x7F);  // ASCII, no control character
  const auto again = Url::Parse(url.href());
  Check(again && *again == url);
  std::string scratch;
  const auto canonical = Url::Parse(kCanonicalizer.Form(url, scratch));
  Check(canonical.has_value());
  std::string second;
  Check(kCanonicalizer.Form(*canonical, second) == canonical->href());
  Check(kSites.SiteOf(*canonical) == kSites.SiteOf(url));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t newline = bytes.find('\n');
  const std::string_view input = bytes.substr(0, newline);
  Url base;
  const bool has_base = newline != std::string_view::npos && base.Assign(bytes.substr(newline + 1));
  Url url;
  if (url.Assign(input, has_base ? &base : nullptr)) CheckUrl(url);
  if (has_base) CheckUrl(base);
  return 0;
}
