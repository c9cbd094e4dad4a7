#include "url/canonical.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "url/dot_segment.h"

namespace meguri::url {
namespace {

// Calls function(parameter) for each piece of `text` between separators, empty ones
// included; stops when it returns false. Returns whether it got to the end.
template <class Function>
bool ForEachParameter(std::string_view text, char separator, Function&& function) {
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (!function(text.substr(0, end))) return false;
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

std::string_view NameOf(std::string_view parameter) {
  return parameter.substr(0, parameter.find('='));
}

// Calls function(segment) for each of the path's segments, without slashes.
template <class Function>
void ForEachSegment(std::string_view path, Function&& function) {
  path.remove_prefix(1);
  ForEachParameter(path, '/', [&](std::string_view segment) {
    function(segment);
    return true;
  });
}

}  // namespace

const std::vector<std::string>& DefaultDroppedParameters() {
  static const std::vector<std::string> kNames = {
      // who sent the visitor, and which advertisement
      "utm_*", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid",
      "twclid", "ttclid", "igshid", "mc_cid", "mc_eid", "_ga", "_gl", "_hsenc", "_hsmi", "mkt_tok",
      // sessions
      "phpsessid", "jsessionid", "aspsessionid*"};
  return kNames;
}

Canonicalizer::Canonicalizer() : Canonicalizer(CanonicalRules()) {}

Result<Canonicalizer> Canonicalizer::Create(const CanonicalRules& rules) {
  for (const std::string& rule : rules.drop_parameters) {
    const std::size_t star = rule.find('*');
    const bool star_elsewhere = star != std::string::npos && star != rule.size() - 1;
    if (rule.empty() || star == 0 || star_elsewhere) {
      return Fail(ErrorCode::kInvalidArgument,
                  "parameter to drop '" + rule + "': want a name, or a name's beginning and '*'");
    }
  }
  return Canonicalizer(rules);
}

Canonicalizer::Canonicalizer(const CanonicalRules& rules) : sort_query_(rules.sort_query) {
  for (const std::string& rule : rules.drop_parameters) {
    std::string name = AsciiLowered(rule);
    initials_.set(static_cast<unsigned char>(name[0]));
    initials_.set(static_cast<unsigned char>(AsciiToUpper(name[0])));
    if (name.back() == '*') {
      name.pop_back();
      prefixes_.push_back(std::move(name));
    } else {
      names_.push_back(std::move(name));
    }
  }
}

bool Canonicalizer::Drops(std::string_view parameter) const {
  if (parameter.empty() || !initials_.test(static_cast<unsigned char>(parameter[0]))) return false;
  const std::string_view name = NameOf(parameter);
  const auto equals = [name](const std::string& other) {
    return EqualsIgnoringAsciiCase(name, other);
  };
  const auto begins = [name](const std::string& prefix) {
    return EqualsIgnoringAsciiCase(name.substr(0, prefix.size()), prefix);
  };
  return std::ranges::any_of(names_, equals) || std::ranges::any_of(prefixes_, begins);
}

bool Canonicalizer::DropsAny(std::string_view parameters, char separator) const {
  return !ForEachParameter(parameters, separator,
                           [this](std::string_view parameter) { return !Drops(parameter); });
}

bool Canonicalizer::IsCanonical(const Url& url) const {
  if (!url.is_special()) return true;
  if (const auto query = url.query()) {
    if (sort_query_ || DropsAny(*query, '&')) return false;
  }
  const std::string_view path = url.path();
  if (path.find(';') == std::string_view::npos) return true;
  bool drops = false;
  ForEachSegment(path, [&](std::string_view segment) {
    const std::size_t semicolon = segment.find(';');
    if (semicolon == std::string_view::npos) return;
    drops = drops || DropsAny(segment.substr(semicolon + 1), ';');
  });
  return !drops;
}

// Appends the parameters that stay, each behind `separator`, the first behind `first`.
void Canonicalizer::AppendKept(std::string_view parameters, char separator, char first,
                               std::string& out) const {
  char before = first;
  ForEachParameter(parameters, separator, [&](std::string_view parameter) {
    if (Drops(parameter)) return true;
    out += before;
    out += parameter;
    before = separator;
    return true;
  });
}

void Canonicalizer::AppendPath(std::string_view path, std::string& out) const {
  ForEachSegment(path, [&](std::string_view segment) {
    const std::size_t begin = out.size();
    const std::size_t semicolon = std::min(segment.find(';'), segment.size());
    out += '/';
    out += segment.substr(0, semicolon);
    if (semicolon == segment.size()) return;
    AppendKept(segment.substr(semicolon + 1), ';', ';', out);
    // "/..;jsessionid=1" must not become a dot segment: that is another URL's key.
    if (DotsOf(std::string_view(out).substr(begin + 1)) == Dots::kNone) return;
    out.resize(begin);
    out += '/';
    out += segment;
  });
}

void Canonicalizer::AppendSorted(std::string_view query, std::string& out) const {
  std::vector<std::string_view> kept;
  ForEachParameter(query, '&', [&](std::string_view parameter) {
    if (!Drops(parameter)) kept.push_back(parameter);
    return true;
  });
  std::ranges::stable_sort(kept, {}, NameOf);
  char before = '?';
  for (const std::string_view parameter : kept) {
    out += before;
    out += parameter;
    before = '&';
  }
}

std::string_view Canonicalizer::Form(const Url& url, std::string& scratch) const {
  if (IsCanonical(url)) return url.without_fragment();
  const std::string_view whole = url.without_fragment();
  const std::size_t path_begin = whole.size() - url.path_and_query().size();
  scratch.assign(whole.substr(0, path_begin));
  AppendPath(url.path(), scratch);
  if (const auto query = url.query()) {
    if (sort_query_) {
      AppendSorted(*query, scratch);
    } else {
      AppendKept(*query, '&', '?', scratch);
    }
  }
  return scratch;
}

}  // namespace meguri::url
