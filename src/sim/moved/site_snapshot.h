// One site as it was on one day: its pages and links, and what its pages say.
//
//   NAME.jsonl.zst      the link graph, the truth for links: {"root": "/", "pages": 2}, then
//                       {"p": path, "t": title, "l": [[target, anchor], …]} for each page
//   NAME.html.tar.zst   the HTML of the same pages, robots.txt and sitemaps
//
// `/x/index.html`, `/x/` and `/x` are one page; fragments and queries don't count. URLs are
// "http://HOST" and the path.
//
// Constant once read, but for pages' text, which is taken from the HTML when it is first asked for:
// any thread may ask.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/files.h"
#include "base/lifetime.h"
#include "base/result.h"
#include "moved/site_page.h"
#include "sim/sources/snapshot_store.h"

namespace meguri {

// The path of a page as it is written here: without fragment, query and "index.html", and in the
// form of URLs ("/%E6%97%A5/"), whichever form it came in.
std::string PagePath(std::string_view path);

class SiteSnapshot {
 public:
  // `stem`: "DATA/hiveA.old". Without `with_html` pages have links and titles only. Fails with
  // kCorrupt, "FILE:17: what", if a file is broken.
  static Result<std::unique_ptr<SiteSnapshot>> Read(Files& files, const std::string& stem,
                                                    std::vector<std::string> hosts, bool with_html);
  SiteSnapshot(const SiteSnapshot&) = delete;
  SiteSnapshot& operator=(const SiteSnapshot&) = delete;

  // The name under which a page, or one that isn't there, is counted: "/x/" for all of "/x/",
  // "/x", "/x/index.html", "http://HOST/x?y#z". nullopt if it is no URL of this site.
  std::optional<std::string> KeyOf(std::string_view url) const;
  std::string UrlOf(std::string_view path) const;

  // By its key; null if there is none.
  const moved::SitePage* Find(const std::string& key) const MEGURI_LIFETIME_BOUND;
  bool Has(const std::string& key) const { return by_path_.contains(key); }
  // All of them, in the order of the graph; without their text, unless it was asked for before.
  const std::vector<std::string>& paths() const MEGURI_LIFETIME_BOUND { return paths_; }
  const moved::SitePage& Links(std::size_t page) const MEGURI_LIFETIME_BOUND {
    return pages_[page];
  }
  // Some other file's bytes: "robots.txt", "sitemap.xml".
  std::optional<std::string> File(std::string_view path) const;

  const std::string& root() const MEGURI_LIFETIME_BOUND { return root_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  SiteSnapshot() = default;
  Status ReadGraph(Files& files, const std::string& path);
  // "" if nothing is wrong with the line.
  std::string_view TakePage(std::string_view line);
  // Links to "/x" get the name "/x/", unless "/x" is a page's.
  void NameFolders();
  void ReadText(std::size_t page) const;

  std::vector<std::string> hosts_;
  std::string root_;
  std::vector<std::string> paths_;
  mutable std::vector<moved::SitePage> pages_;  // text and headings guarded by read_
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> by_path_;
  std::unique_ptr<SnapshotStore> html_;  // null: without
  mutable std::deque<std::once_flag> read_;
};

}  // namespace meguri
