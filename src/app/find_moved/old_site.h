// What is known of a page, and of its site, from before it was gone: from an archive, at no
// request.
//
// A crawl's folder has it in its logs (who links to whom, under which words); WARC files are read
// from front to end, and the links of their pages taken. The newest good capture of the page is
// what it was. URLs are compared by SURT keys: http or https, www. and a slash at the end don't
// count.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "app/find_moved/archived_links.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "html/page_reader.h"
#include "moved/moved_search.h"
#include "url/site.h"
#include "url/surt/surt.h"
#include "url/url.h"

namespace meguri::app {

class OldSite {
 public:
  // `sites` must outlive it. REQUIRES: an http(s) URL.
  OldSite(const url::SiteList& sites, const url::Url& page);

  // --- What archives say.
  bool IsOfSite(std::string_view url);
  // As HTML; the newest counts. False if it is none.
  bool TakeCapture(std::string_view html, std::string_view content_type, WallTime date);
  bool IsThePage(std::string_view url);
  // It was there, or linked to, when the page was.
  void AddKnown(std::string_view url);
  void AddLink(std::string_view from, std::string_view to, std::string_view anchor);

  // --- What comes of it.
  bool has_content() const { return has_content_; }
  bool has_links() const { return !anchors_.empty(); }
  std::size_t known_urls() const { return known_.size(); }
  bool Knows(std::string_view url);
  // Anchors: the commonest first; who linked: those on link paths from the root page first, then
  // those in the nearest folders.
  const moved::OldPage& Page();

 private:
  std::string_view KeyOf(std::string_view url);

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
  WallTime date_;
  std::unordered_set<std::string> known_;           // keys
  std::map<std::string, std::size_t> anchors_;      // how often
  std::map<std::string, std::size_t> linked_from_;  // in which order they came
  ArchivedLinks links_;
  std::optional<moved::OldPage> done_;  // what Page() gives, until more is known
};

// Into `site`, from what `paths` name: folders of crawls, WARC files, folders of those. Fails if
// one of them can't be read, or is neither.
Status ReadArchives(const std::vector<std::string>& paths, Files& files, const Clock& clock,
                    OldSite& site);

}  // namespace meguri::app
