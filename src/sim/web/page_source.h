// Where the pages of a virtual web come from: a generator, a graph with URLs, real pages from a
// folder, a tar or an archive. A web (virtual_web.h) is a mixture of them; each brings its hosts.
//
// The answer is a pure function of the source's settings, the request and the time: nothing is
// kept from one request to the next, and no order of requests gives other bytes, on any machine.
// So no floating point beyond exactly rounded arithmetic, and no compressor that depends on the
// CPU. A source is constant once made: any thread may ask it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/web/web_message.h"

namespace meguri {

class PageSource {
 public:
  virtual ~PageSource() = default;

  virtual std::uint32_t host_count() const = 0;
  // Lower case, no port. REQUIRES, here and below: host < host_count().
  virtual std::string HostName(std::uint32_t host) const = 0;

  // Any target gets an answer: 404 for what isn't there. robots.txt, sitemaps, feeds, images and
  // style sheets included; conditional requests get 304. Both schemes are answered (a host that
  // wants https redirects). `answer` comes cleared.
  virtual void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
                      WebAnswer& answer) const = 0;

  // How many pages (not images and the like, not redirects) the host has at `now`, and each of
  // their URLs, in an order of the source's own. What robots.txt forbids is among them.
  virtual std::uint64_t PageCount(std::uint32_t host, WallTime now) const = 0;
  virtual void ForEachPage(std::uint32_t host, WallTime now,
                           const std::function<void(std::string_view url)>& visit) const = 0;

  // A URL from which a crawler comes to all other pages of the source, or to most.
  virtual std::string SeedUrl() const = 0;
};

// Where the web is served: the part of a URL that its sources have to know.
struct WebPorts {
  std::uint16_t http = 80;
  std::uint16_t https = 443;

  bool operator==(const WebPorts&) const = default;
};

// "http://host" or "https://host:8443": at the end of `out`, port left out if it is the scheme's.
void AppendOrigin(bool https, std::string_view host, const WebPorts& ports, std::string& out);

}  // namespace meguri
