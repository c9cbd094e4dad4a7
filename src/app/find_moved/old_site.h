// What is known of a page, and of its site, from before it was gone: from an archive, at no
// request.
//
// A crawl's folder has it in its logs (who links to whom, under which words); WARC files are read
// from front to end, and the links of their pages taken. The newest good capture of the page is
// what it was. An archive that goes on after the page was gone may have met its new place: what
// only later pages link to is kept apart (SeenUrls). URLs are compared by SURT keys: http or https,
// www. and a slash at the end don't count.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/find_moved/archived_links.h"
#include "app/find_moved/seen_urls.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "html/page_reader.h"
#include "moved/links_to_page.h"
#include "moved/moved_search.h"
#include "url/site.h"
#include "url/surt/surt.h"
#include "url/url.h"

namespace meguri::app {

class OldSite {
 public:
  // `sites` must outlive it. REQUIRES: an http(s) URL.
  OldSite(const url::SiteList& sites, const url::Url& page);

  static constexpr std::size_t kMostSeenSince = 20'000;

  // --- What the user says. As HTML; false if it is none.
  bool TakeContent(std::string_view html);

  // --- What archives say, and of which time.
  bool IsOfSite(std::string_view url);
  bool IsThePage(std::string_view url);
  // The page as it was; the newest counts, but for what the user says. False if it is no HTML.
  bool TakeCapture(std::string_view html, std::string_view content_type, WallTime date);
  // The page was there still; it wasn't.
  void TakePresence(WallTime date);
  void TakeAbsence(WallTime date);
  // It was there, or linked to.
  void AddKnown(std::string_view url, WallTime date);
  void AddLink(std::string_view from, std::string_view to, std::string_view anchor, WallTime date);

  // --- What comes of it.
  bool has_content() const { return has_content_; }
  bool has_links() const { return links_to_page_.has_words(); }
  std::size_t known_urls() const { return seen_.size(); }
  // It was there when the page was.
  bool Knows(std::string_view url);
  // Anchors: the commonest first; who linked: those on link paths from the root page first, then
  // those in the nearest folders.
  const moved::OldPage& Page();

 private:
  std::string_view KeyOf(std::string_view url);
  bool Take(std::string_view html, std::string_view content_type);
  std::vector<moved::SiteLink> LinksSeenSince();

  const url::SiteList& sites_;
  const url::Url url_;
  const std::string site_;
  const std::string page_key_;
  html::PageReader reader_;
  url::SurtWriter surts_;
  std::string key_;
  url::Url scratch_;
  moved::OldPage page_;
  bool has_content_ = false;
  WallTime date_;  // of the capture
  SeenUrls seen_;
  moved::LinksToPage links_to_page_;
  ArchivedLinks links_;
  std::optional<moved::OldPage> done_;  // what Page() gives, until more is known
};

// Into `site`, from what `paths` name: folders of crawls, WARC files, folders of those. Fails if
// one of them can't be read, or is neither.
Status ReadArchives(const std::vector<std::string>& paths, Files& files, const Clock& clock,
                    OldSite& site);

}  // namespace meguri::app
