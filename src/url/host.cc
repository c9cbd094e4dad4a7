// https://url.spec.whatwg.org/#host-parsing; the addresses are in ipv4.cc and ipv6.cc.
#include "url/host.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "url/char_class.h"
#include "url/idna/idna.h"
#include "url/percent.h"

namespace meguri::url {
namespace {

// "Ends in a number": the last label, a trailing dot aside, is decimal or 0x-hexadecimal.
// Such a host is an IPv4 address or nothing.
bool EndsInNumber(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);  // npos + 1 == 0
  if (last.empty()) return false;
  if (!IsAsciiDigit(last[0])) return false;
  if (std::ranges::all_of(last, IsAsciiDigit)) return true;
  return last.size() >= 2 && last[0] == '0' && AsciiToLower(last[1]) == 'x' &&
         std::ranges::all_of(last.substr(2), IsAsciiHexDigit);
}

std::optional<HostKind> AppendOpaqueHost(std::string_view input, std::string& out) {
  if (std::ranges::any_of(input, [](char c) { return IsIn(c, kForbiddenHost); })) {
    return std::nullopt;
  }
  AppendEncoded(input, kC0ControlSet, out);
  return HostKind::kOpaque;
}

// What stands in `out` from `begin` is a domain in ASCII; turns it into an address if it
// is one.
std::optional<HostKind> FinishDomain(std::size_t begin, std::string& out) {
  const std::string_view domain = std::string_view(out).substr(begin);
  if (domain.empty()) return std::nullopt;
  if (!EndsInNumber(domain)) return HostKind::kDomain;
  const std::optional<std::uint32_t> address = ParseIpv4(domain);
  if (!address) return std::nullopt;
  out.resize(begin);
  AppendIpv4(*address, out);
  return HostKind::kIpv4;
}

std::optional<HostKind> AppendDomain(std::string_view input, std::string& out) {
  const std::size_t begin = out.size();
  unsigned sets = 0;
  for (const char c : input)
    sets |= SetsOf(c);
  // kC0ControlSet has all bytes above ASCII: neither those nor escapes need more than
  // lower case.
  if ((sets & (kForbiddenDomain | kC0ControlSet)) == 0) {
    out.append(input);
    if ((sets & kUpperCase) != 0) {
      std::transform(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                     out.begin() + static_cast<std::ptrdiff_t>(begin), AsciiToLower);
    }
    return FinishDomain(begin, out);
  }
  std::string decoded;
  AppendDecoded(input, decoded);
  if (!DomainToAscii(decoded, out)) return std::nullopt;
  const std::string_view domain = std::string_view(out).substr(begin);
  if (std::ranges::any_of(domain, [](char c) { return IsIn(c, kForbiddenDomain); })) {
    return std::nullopt;
  }
  return FinishDomain(begin, out);
}

}  // namespace

std::optional<HostKind> AppendHost(std::string_view input, bool special, std::string& out) {
  if (input.starts_with('[')) {
    if (!input.ends_with(']')) return std::nullopt;
    const auto pieces = ParseIpv6(input.substr(1, input.size() - 2));
    if (!pieces) return std::nullopt;
    out += '[';
    AppendIpv6(*pieces, out);
    out += ']';
    return HostKind::kIpv6;
  }
  return special ? AppendDomain(input, out) : AppendOpaqueHost(input, out);
}

}  // namespace meguri::url
