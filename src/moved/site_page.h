// A page of a site as a search for moved pages sees it, and the seam through which it is had.
//
// URLs are absolute and without a fragment. A reader is a site after the move (live requests), a
// snapshot of one, or what an archive knows of it; the searches don't know which.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace meguri::moved {

// A link to a page of the same site: <a>, <area>, frames, meta refresh.
struct SiteLink {
  std::string url;
  std::string anchor;  // its text, white space folded; the alt of images if there is no other

  bool operator==(const SiteLink&) const = default;
};

enum class SiteAnswer : std::uint8_t {
  kPage,       // 200, and HTML or text
  kOther,      // 200, and no page
  kRedirect,   // `location` says where to
  kGone,       // 404, 410
  kForbidden,  // by robots.txt: nobody was asked
  kRefused,    // 401, 403, 429 and the like: they don't want us
  kDown,       // no connection, no answer in time, 5xx
};

struct SitePage {
  SiteAnswer answer = SiteAnswer::kGone;
  int status = 0;         // of HTTP; 0: there was none
  std::string location;   // of a redirect, absolute
  std::string canonical;  // rel=canonical, absolute; "" if there is none
  std::string refresh;    // where it sends its readers by itself, having nothing to say; absolute
  std::string title;
  std::vector<std::string> headings;  // h1 to h3, in order
  std::string text;                   // the main text
  // In document order, (url, anchor) pairs once, nofollow ones left out. A 404 page's too.
  std::vector<SiteLink> links;
};

class SiteReader {
 public:
  virtual ~SiteReader() = default;

  // The page at `url`, by one request (a few, where its host has several addresses and nobody
  // listens); none if it was read before, and then it lives as long as the reader. Redirects are
  // not followed. Null: no further request may be made (the budget is used up, or the user said
  // stop).
  virtual const SitePage* Read(std::string_view url) = 0;

  // The URLs of robots.txt's sitemaps, or of /sitemap.xml if it names none; each file costs a
  // request, and each redirect one more. `most`: how many files at the most. The second call costs
  // nothing.
  virtual const std::vector<std::string>& Sitemap(int most) = 0;

  // So far, robots.txt and sitemaps included.
  virtual int requests() const = 0;

  // True if it may not be asked for, as far as that is known without a request.
  virtual bool IsForbidden(std::string_view url) const {
    static_cast<void>(url);
    return false;
  }

  // What robots.txt of the site forbids, as far as it is known: how paths begin; '*' may be in
  // them.
  virtual std::vector<std::string> ForbiddenPaths() const { return {}; }

  // Whether a URL belongs to the site, whatever its scheme, host and port.
  virtual bool IsOfSite(std::string_view url) const = 0;
};

}  // namespace meguri::moved
