#include "crawl/scope/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/printable.h"
#include "crawl/scope/scope_rules.h"

namespace meguri {
namespace {

bool IsTypeChar(char c) {
  return IsAsciiAlphanumeric(c) || std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
}

// "Text/*" → "text/": what a type must be equal to, or begin with if it ends with '/' or is empty.
Result<std::string> ContentRule(std::string_view text) {
  if (text == "*/*") return std::string();
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view type = text.substr(0, slash);
  const std::string_view subtype = text.substr(std::min(slash + 1, text.size()));
  if (type.empty() || subtype.empty() || !std::ranges::all_of(type, IsTypeChar) ||
      (subtype != "*" && !std::ranges::all_of(subtype, IsTypeChar))) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("content type '{}': want text/html, or text/* for all of a kind",
                            Printable(text.substr(0, 200))));
  }
  return AsciiLowered(subtype == "*" ? text.substr(0, slash + 1) : text);
}

}  // namespace

std::string_view ScopeAnswerName(ScopeAnswer answer) {
  switch (answer) {
    case ScopeAnswer::kIn:
      return "in";
    case ScopeAnswer::kOutside:
      return "outside";
    case ScopeAnswer::kExcluded:
      return "excluded";
    case ScopeAnswer::kTooDeep:
      return "too-deep";
  }
  return "outside";
}

Result<Scope> Scope::Create(const ScopeSettings& settings, const url::SiteList& sites) {
  Scope scope(settings, sites);
  for (const std::string& rule : settings.include)
    MEGURI_CHECK_STATUS(scope.include_->Add(rule));
  for (const std::string& rule : settings.exclude)
    MEGURI_CHECK_STATUS(scope.exclude_->Add(rule));
  for (const std::string& type : settings.content) {
    MEGURI_TRY(std::string rule, ContentRule(type));
    scope.content_.push_back(std::move(rule));
  }
  return scope;
}

Scope::Scope(const ScopeSettings& settings, const url::SiteList& sites)
    : kind_(settings.kind),
      requisites_(settings.requisites),
      max_depth_(settings.max_depth),
      depth_rule_(settings.max_depth ? fmt::format("max-depth:{}", *settings.max_depth) : ""),
      include_(std::make_unique<ScopeRules>(sites)),
      exclude_(std::make_unique<ScopeRules>(sites)) {}

Scope::Scope(Scope&&) noexcept = default;
Scope& Scope::operator=(Scope&&) noexcept = default;
Scope::~Scope() = default;

void Scope::AddSeed(const url::Url& seed) {
  if (!seed.is_http()) return;
  if (kind_ == ScopeKind::kPrefix) {
    include_->AddPrefixOf(seed);
  } else {
    AddHost(seed.host());
  }
}

void Scope::AddHost(std::string_view host) {
  switch (kind_) {
    case ScopeKind::kHost:
    case ScopeKind::kPrefix:
      return include_->AddHost(host);
    case ScopeKind::kSite:
      return include_->AddSiteOf(host);
    case ScopeKind::kAny:
      return;
  }
}

ScopeVerdict Scope::Check(const url::Url& url, std::uint16_t depth) const {
  if (!url.is_http()) return {ScopeAnswer::kOutside, "neither http nor https"};
  if (const auto rule = exclude_->Find(url)) return {ScopeAnswer::kExcluded, *rule};
  std::string_view rule = "any";
  if (kind_ != ScopeKind::kAny) {
    const auto found = include_->Find(url);
    if (!found) return {ScopeAnswer::kOutside, ""};
    rule = *found;
  }
  if (max_depth_ && depth > *max_depth_) return {ScopeAnswer::kTooDeep, depth_rule_};
  return {ScopeAnswer::kIn, rule};
}

ScopeVerdict Scope::CheckRequisite(const url::Url& url, std::uint16_t depth) const {
  if (!requisites_) return Check(url, depth);
  if (!url.is_http()) return {ScopeAnswer::kOutside, "neither http nor https"};
  if (const auto rule = exclude_->Find(url)) return {ScopeAnswer::kExcluded, *rule};
  return {ScopeAnswer::kIn, "requisites"};
}

bool Scope::KeepsContent(std::string_view content_type) const {
  if (content_.empty()) return true;
  content_type = content_type.substr(0, content_type.find(';'));
  content_type = TrimAsciiSpace(content_type);
  if (content_type.empty()) return true;
  return std::ranges::any_of(content_, [content_type](std::string_view rule) {
    const bool all_of_kind = rule.empty() || rule.ends_with('/');
    return EqualsIgnoringAsciiCase(all_of_kind ? content_type.substr(0, rule.size()) : content_type,
                                   rule);
  });
}

}  // namespace meguri
