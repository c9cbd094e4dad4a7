// What a generated host has besides its pages: robots.txt, sitemaps, a feed, images, style sheet,
// script, documents, an icon.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/generated/answer_head.h"
#include "sim/generated/generated_web.h"
#include "sim/web/web_message.h"

namespace meguri {

// A sitemap of more pages comes in parts.
inline constexpr std::uint32_t kPagesPerSitemap = 10'000;

// True if `request.target` is such a file: then `answer` is complete.
bool AnswerSiteFile(const GeneratedWeb& web, const GeneratedHost& host, const WebRequest& request,
                    WallTime now, WebAnswer& answer);

// Each at the end of `out`.
void AppendRobotsTxt(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t moves_done,
                     std::string& out);
// All pages but what robots.txt forbids. An index, if there are too many for one.
void AppendSitemap(const GeneratedWeb& web, const GeneratedHost& host, WallTime now,
                   std::string& out);
// REQUIRES: part is from 1 to SitemapParts().
void AppendSitemapPart(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t part,
                       WallTime now, std::string& out);
std::uint32_t SitemapParts(const GeneratedHost& host);
// The last to have changed of the host's more prominent pages, 20 at most: RSS 2.0 or Atom.
void AppendFeed(const GeneratedWeb& web, const GeneratedHost& host, WallTime now, std::string& out);
std::string_view FeedPath(const GeneratedHost& host);

// '&', '<', '>' and quotation marks as references.
void AppendXmlText(std::string_view text, std::string& out);

}  // namespace meguri
