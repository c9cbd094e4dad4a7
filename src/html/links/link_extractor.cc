#include "html/links/link_extractor.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "html/links/css_urls.h"
#include "html/links/meta_refresh.h"
#include "html/links/srcset.h"
#include "html/tag.h"
#include "url/query_encoder.h"

namespace meguri::html {
namespace {

// Elements whose edges part words, as they do in the page's text; images, too, since they stand
// between words. The others are inline: "<b>M</b>eguri" is one word.
bool PartsWords(Tag tag) {
  return tag == Tag::kBr || tag == Tag::kImg || tag == Tag::kImage ||
         (TraitsOf(tag) & (kBlockTrait | kCellTrait)) != 0;
}

bool SaysNofollow(std::string_view rel) { return !rel.empty() && ParseRel(rel).nofollow; }

}  // namespace

void LinkExtractor::Reset(const url::Url& document, const url::QueryEncoder* encoder,
                          std::string_view agent) {
  document_ = &document;
  encoder_ = encoder;
  agent_ = agent;
  links_.Reset();
  robots_ = {};
  base_ = document;
  has_base_ = false;
  refresh_delay_s_.reset();
  templates_ = 0;
  in_style_ = false;
  in_anchor_ = false;
  anchor_ = PageLinks::kDropped;
  anchor_text_.Clear();
}

void LinkExtractor::OnToken(const Token& token) {
  switch (token.kind) {
    case TokenKind::kStartTag:
      return OnStartTag(token);
    case TokenKind::kEndTag:
      in_style_ = false;
      if (token.tag == Tag::kTemplate && templates_ > 0) --templates_;
      if (!in_anchor_) return;
      if (token.tag == Tag::kA) return EndAnchor();
      if (PartsWords(token.tag)) anchor_text_.Break();
      return;
    case TokenKind::kText:
      if (in_style_) return OnStyleText(token);
      if (!in_anchor_ || token.text_mode == TextMode::kRaw) return;
      return anchor_text_.Append(token.Text(value_));
    case TokenKind::kEnd:
      return Finish();
    case TokenKind::kComment:
    case TokenKind::kDoctype:
      return;
  }
}

void LinkExtractor::OnStartTag(const Token& token) {
  in_style_ = token.tag == Tag::kStyle;
  if (in_anchor_ && token.tag == Tag::kA) EndAnchor();  // links don't nest
  if (in_anchor_ && PartsWords(token.tag)) anchor_text_.Break();
  if (token.tag == Tag::kTemplate && !token.foreign) ++templates_;
  if (token.attributes.empty()) return;
  AddStyleAttributes(token);
  if (token.foreign) return OnForeign(token);
  switch (token.tag) {
    case Tag::kA:
      return OnAnchor(token);
    case Tag::kArea:
      return OnArea(token);
    case Tag::kBase:
      return OnBase(token);
    case Tag::kLink:
      return OnLinkElement(token);
    case Tag::kMeta:
      return OnMeta(token);
    case Tag::kImg:
    case Tag::kImage:
      return OnImage(token);
    case Tag::kInput:
      return OnInput(token);
    case Tag::kForm:
      return OnForm(token);
    case Tag::kFrame:
      return AddUrl(LinkKind::kFrame, token, "src");
    case Tag::kIframe:
      return AddUrl(LinkKind::kIframe, token, "src");
    case Tag::kScript:
      return AddUrl(LinkKind::kScript, token, "src");
    case Tag::kEmbed:
    case Tag::kBgsound:
      return AddUrl(LinkKind::kObject, token, "src");
    case Tag::kObject:
      return AddUrl(LinkKind::kObject, token, "data");
    case Tag::kVideo:
      AddUrl(LinkKind::kImage, token, "poster");
      return AddUrl(LinkKind::kMedia, token, "src");
    case Tag::kAudio:
    case Tag::kTrack:
      return AddUrl(LinkKind::kMedia, token, "src");
    case Tag::kSource:
      AddSrcset(token.Find("srcset"));
      AddSrcset(token.Find("data-srcset"));
      return AddUrl(LinkKind::kMedia, token, "src");
    case Tag::kBody:
    case Tag::kTable:
    case Tag::kThead:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kTr:
    case Tag::kTd:
    case Tag::kTh:
      return AddUrl(LinkKind::kImage, token, "background");
    default:
      return;
  }
}

// Of SVG: a <base> or <link> there is none. What is within the page itself needs no fetching.
void LinkExtractor::OnForeign(const Token& token) {
  const auto add = [&](LinkKind kind) {
    for (const std::string_view name : {"href", "xlink:href"}) {
      const Attribute* attribute = token.Find(name);
      if (attribute != nullptr && TrimAsciiSpace(attribute->raw_value).starts_with('#')) continue;
      AddUrl(kind, token, name);
    }
  };
  switch (token.tag) {
    case Tag::kA:
      return OnAnchor(token);
    case Tag::kImage:
    case Tag::kUse:
      return add(LinkKind::kImage);
    case Tag::kScript:
      return add(LinkKind::kScript);
    default:
      return;
  }
}

// A value that needs no decoding is not copied. White space around it is taken off here.
PageLinks::Index LinkExtractor::AddAttribute(LinkKind kind, const Attribute* attribute) {
  const std::string_view value = attribute->Value(value_);
  return links_.Add(kind, TrimAsciiSpace(value), value.data() == attribute->raw_value.data());
}

// An empty value means no link, except in <a>, <area>: there it means the page itself.
void LinkExtractor::AddUrl(LinkKind kind, const Token& token, std::string_view attribute_name) {
  const Attribute* attribute = token.Find(attribute_name);
  if (attribute == nullptr || TrimAsciiSpace(attribute->raw_value).empty()) return;
  AddAttribute(kind, attribute);
}

void LinkExtractor::OnAnchor(const Token& token) {
  const Attribute* href = nullptr;
  const Attribute* rel = nullptr;
  const Attribute* hreflang = nullptr;
  const auto take = [](const Attribute*& first, const Attribute& attribute) {
    if (first == nullptr) first = &attribute;
  };
  for (const Attribute& attribute : token.attributes) {
    if (attribute.Is("href")) {
      take(href, attribute);
    } else if (attribute.Is("rel")) {
      take(rel, attribute);
    } else if (attribute.Is("hreflang")) {
      take(hreflang, attribute);
    }
  }
  if (href == nullptr) href = token.Find("xlink:href");
  if (href == nullptr) return;
  anchor_ = AddAttribute(LinkKind::kAnchor, href);
  in_anchor_ = true;
  if (rel != nullptr) {
    const std::string_view value = rel->Value(value_);
    links_.SetRel(anchor_, value, SaysNofollow(value));
  }
  if (hreflang != nullptr) links_.SetHreflang(anchor_, hreflang->Value(value_));
}

void LinkExtractor::EndAnchor() {
  links_.SetText(anchor_, anchor_text_.view());
  anchor_text_.Clear();
  in_anchor_ = false;
}

void LinkExtractor::OnArea(const Token& token) {
  const Attribute* href = token.Find("href");
  if (href == nullptr) return;
  const PageLinks::Index index = AddAttribute(LinkKind::kArea, href);
  if (const Attribute* rel = token.Find("rel")) {
    const std::string_view value = rel->Value(value_);
    links_.SetRel(index, value, SaysNofollow(value));
  }
  if (const Attribute* alt = token.Find("alt")) {
    area_text_.Clear();
    area_text_.Append(alt->Value(value_));
    links_.SetText(index, area_text_.view());
  }
}

void LinkExtractor::OnLinkElement(const Token& token) {
  const Attribute* rel_attribute = token.Find("rel");
  const std::string_view rel =
      rel_attribute == nullptr ? std::string_view() : rel_attribute->Value(value2_);
  const LinkRel parsed = ParseRel(rel);
  AddSrcset(token.Find("imagesrcset"));
  const Attribute* href = token.Find("href");
  if (href == nullptr || TrimAsciiSpace(href->raw_value).empty()) return;
  const PageLinks::Index index = AddAttribute(KindOfRel(parsed), href);
  links_.SetRel(index, rel, parsed.nofollow);
  if (const Attribute* hreflang = token.Find("hreflang")) {
    links_.SetHreflang(index, hreflang->Value(value_));
  }
}

void LinkExtractor::OnMeta(const Token& token) {
  const Attribute* content = token.Find("content");
  if (content == nullptr) return;
  const Attribute* name = token.Find("name");
  if (name != nullptr && IsRobotsMetaFor(name->Value(value_), agent_)) {
    AddRobotsMeta(content->Value(value_), robots_);
  }
  const Attribute* http_equiv = token.Find("http-equiv");
  if (http_equiv == nullptr || !EqualsIgnoringAsciiCase(http_equiv->raw_value, "refresh")) return;
  const std::string_view value = content->Value(value_);
  const std::optional<MetaRefresh> refresh = ParseMetaRefresh(value);
  if (!refresh || !refresh->url) return;
  SetRefreshDelay(refresh->delay_s);
  const bool in_page = value.data() == content->raw_value.data();
  links_.Add(LinkKind::kRefresh, TrimAsciiSpace(*refresh->url), in_page);
}

void LinkExtractor::OnImage(const Token& token) {
  AddUrl(LinkKind::kImage, token, "src");
  AddUrl(LinkKind::kImage, token, "data-src");
  AddSrcset(token.Find("srcset"));
  AddSrcset(token.Find("data-srcset"));
  if (!in_anchor_) return;
  if (const Attribute* alt = token.Find("alt")) {
    anchor_text_.Break();
    anchor_text_.Append(alt->Value(value_));
    anchor_text_.Break();
  }
}

void LinkExtractor::OnInput(const Token& token) {
  const Attribute* type = token.Find("type");
  if (type != nullptr && EqualsIgnoringAsciiCase(type->raw_value, "image")) {
    AddUrl(LinkKind::kImage, token, "src");
  }
}

void LinkExtractor::OnForm(const Token& token) {
  const Attribute* method = token.Find("method");
  const bool get = method == nullptr || (!EqualsIgnoringAsciiCase(method->raw_value, "post") &&
                                         !EqualsIgnoringAsciiCase(method->raw_value, "dialog"));
  if (get) AddUrl(LinkKind::kForm, token, "action");
}

// The first <base> with an href counts, but not what waits in a <template>; one that leads to no
// URL, or to a data: or javascript: one, stands for the document's own.
void LinkExtractor::OnBase(const Token& token) {
  const Attribute* href = token.Find("href");
  if (href == nullptr || has_base_ || templates_ > 0) return;
  has_base_ = true;
  const bool usable = base_.Assign(href->Value(value_), document_, encoder_) &&
                      base_.scheme() != "data" && base_.scheme() != "javascript" &&
                      base_.href().size() <= PageLinks::kMaxUrlBytes;
  if (!usable) base_ = *document_;
}

void LinkExtractor::AddSrcset(const Attribute* attribute) {
  if (attribute == nullptr) return;
  const std::string_view value = attribute->Value(value_);
  const bool in_page = value.data() == attribute->raw_value.data();
  ForEachSrcsetUrl(value,
                   [&](std::string_view url) { links_.Add(LinkKind::kSrcset, url, in_page); });
}

void LinkExtractor::AddStyleAttributes(const Token& token) {
  for (const Attribute& attribute : token.attributes) {
    if (attribute.raw_name.size() != 5 || !attribute.Is("style")) continue;
    // Most styles have no url(), and need no closer look.
    if (attribute.raw_value.find_first_of("(&") == std::string_view::npos) return;
    const std::string_view value = attribute.Value(value_);
    return AddCss(value, value.data() == attribute.raw_value.data());
  }
}

// In SVG a <style> is an element as others, and its text has references.
void LinkExtractor::OnStyleText(const Token& token) {
  if (token.text_mode == TextMode::kRaw) return AddCss(token.raw, true);
  const std::string_view css = token.Text(value_);
  AddCss(css, css.data() == token.raw.data());
}

void LinkExtractor::AddCss(std::string_view css, bool in_page) {
  CssUrlReader reader(css, css_url_);
  std::string_view url;
  while (reader.Next(url)) {
    const bool plain = in_page && url.data() != css_url_.data();
    links_.Add(reader.is_import() ? LinkKind::kStylesheet : LinkKind::kCss, TrimAsciiSpace(url),
               plain);
  }
}

void LinkExtractor::AddHeaderLink(LinkKind kind, std::string_view value, std::string_view rel,
                                  std::string_view hreflang) {
  const PageLinks::Index index = links_.Add(kind, TrimAsciiSpace(value), false);
  links_.SetRel(index, rel, SaysNofollow(rel));
  links_.SetHreflang(index, hreflang);
}

void LinkExtractor::ReadStyleSheet(std::string_view css) {
  AddCss(css, true);
  Finish();
}

void LinkExtractor::Finish() {
  if (in_anchor_) EndAnchor();
  links_.Resolve(base_, encoder_);
}

std::string_view LinkExtractor::canonical() const {
  for (std::size_t at = 0; at < links_.size(); ++at) {
    const Link link = links_.at(at);
    if (link.kind == LinkKind::kCanonical) return link.url;
  }
  return {};
}

}  // namespace meguri::html
