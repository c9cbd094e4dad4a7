#include "sim/generated/generated_pages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "sim/draws.h"
#include "sim/generated/answer_head.h"
#include "sim/generated/outgoing_links.h"
#include "sim/generated/page_paths.h"
#include "sim/generated/site_files.h"
#include "sim/page/html_page.h"

namespace meguri {
namespace {

constexpr std::uint32_t kMinMeanBytes = 500;
constexpr std::uint32_t kMaxMeanBytes = 10'000'000;
constexpr std::string_view kGo = "/go/";

constexpr std::array<std::string_view, kPageCharsets> kHtmlTypes = {
    "text/html; charset=UTF-8", "text/html; charset=Shift_JIS", "text/html; charset=EUC-JP",
    "text/html; charset=windows-1252"};

// Another one whenever other bytes are sent: a move changes links all over the web.
std::uint64_t TagOf(std::uint64_t page_key, const PageState& state, std::uint32_t moves_done) {
  return Draw(Draw(Draw(page_key, state.version), state.trivial), moves_done);
}

// The page that "/go/NUMBER" leads to.
std::optional<std::uint32_t> ReadGo(const GeneratedHost& host, std::string_view target) {
  if (!target.starts_with(kGo)) return std::nullopt;
  const std::string_view digits = target.substr(kGo.size());
  const char* const end = digits.data() + digits.size();
  std::uint32_t id = 0;
  const auto read = std::from_chars(digits.data(), end, id);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  if (id < host.first_id || id - host.first_id >= host.tree.pages) return std::nullopt;
  return id - host.first_id;
}

struct PageScratch {
  OutgoingLinks links;
  std::string path;
  std::string canonical;
};

}  // namespace

Result<std::unique_ptr<GeneratedPages>> GeneratedPages::Create(const Options& options) {
  const std::uint32_t mean_bytes = options.spec.mean_bytes;
  if (mean_bytes < kMinMeanBytes || mean_bytes > kMaxMeanBytes) {
    return Fail(ErrorCode::kInvalidArgument, "pages want 500 bytes to 10 MB on average");
  }
  MEGURI_TRY(GeneratedHosts hosts, GeneratedHosts::Create(options.spec, options.seed));
  MEGURI_TRY(PageMoves moves, PageMoves::Create(options.moves, options.start, hosts));
  MEGURI_TRY(PageChanges changes,
             PageChanges::Create(options.changes, options.histories, options.start));
  return std::unique_ptr<GeneratedPages>(new GeneratedPages(
      GeneratedWeb{std::move(hosts), std::move(moves), std::move(changes), options.ports,
                   options.start, mean_bytes, options.spec.dead_links, ProseBank()}));
}

std::string GeneratedPages::HostName(std::uint32_t host) const {
  return std::string(web_.hosts.name_of(web_.hosts[host]));
}

std::string GeneratedPages::SeedUrl() const {
  std::string url;
  web_.AppendPageUrl(web_.hosts[0], 0, 0, url);
  return url;
}

void GeneratedPages::Answer(std::uint32_t host_number, const WebRequest& request, WallTime now,
                            WebAnswer& answer) const {
  const GeneratedHost& host = web_.hosts[host_number];
  if (request.method != "GET" && request.method != "HEAD") return AnswerBadMethod(answer);
  if (host.https && !request.https) {
    std::string url;
    web_.AppendOriginOf(host, url);
    url += request.target;
    return AnswerRedirect(301, url, answer);
  }
  const FoundPage found = FindPage(host, request.target, web_.moves, web_.moves.CountAt(now));
  if (found.kind == FoundPage::Kind::kPage) {
    return AnswerPage(host, found.page, request, now, answer);
  }
  if (found.kind != FoundPage::Kind::kNothing) {
    std::string url;
    web_.AppendPageUrl(host, found.page, web_.moves.CountAt(now), url);
    return AnswerRedirect(301, url, answer);
  }
  if (AnswerSiteFile(web_, host, request, now, answer)) return;
  if (AnswerRedirects(host, request, now, answer)) return;
  AnswerNotFound(answer);
}

bool GeneratedPages::AnswerRedirects(const GeneratedHost& host, const WebRequest& request,
                                     WallTime now, WebAnswer& answer) const {
  std::string url;
  if (request.target == "/index.html") {
    web_.AppendPageUrl(host, 0, 0, url);
    AnswerRedirect(301, url, answer);
    return true;
  }
  const auto page = ReadGo(host, request.target);
  if (!page) return false;
  web_.AppendPageUrl(host, *page, web_.moves.CountAt(now), url);
  AnswerRedirect(302, url, answer);
  return true;
}

void GeneratedPages::AnswerPage(const GeneratedHost& host, std::uint32_t page,
                                const WebRequest& request, WallTime now, WebAnswer& answer) const {
  const std::uint64_t key = PageKey(host, page);
  const PageState state = web_.changes.At(key, now);
  if (state.absent) return AnswerNotFound(answer);
  const std::uint32_t moves_done = web_.moves.CountAt(now);
  AnswerEntity entity{.content_type = "text/html",
                      .tag = TagOf(key, state, moves_done),
                      .modified = state.since,
                      .is_text = true};
  if (host.says_charset) entity.content_type = kHtmlTypes[static_cast<std::size_t>(host.charset)];
  if (moves_done > 0) entity.modified = std::max(state.since, web_.moves.moment(moves_done));
  if (BeginAnswer(host, request, entity, answer)) return;

  thread_local PageScratch scratch;
  scratch.path.assign(request.target);
  scratch.links.Collect(web_, host, page, moves_done, scratch.path);
  scratch.canonical.clear();
  if (host.says_canonical) web_.AppendPageUrl(host, page, moves_done, scratch.canonical);
  HtmlPage html;
  html.key = key;
  html.version = state.version;
  html.trivial = state.trivial;
  html.updated = state.since;
  html.language = host.language;
  html.charset = host.charset;
  html.bytes = web_.BytesOf(key);
  html.site_name = web_.hosts.site_of(host);
  html.style_sheet = "/style.css";
  html.script = "/app.js";
  html.feed = FeedPath(host);
  html.canonical = scratch.canonical;
  html.navigation = scratch.links.navigation();
  html.links = scratch.links.links();
  html.images = scratch.links.images();
  AppendHtmlPage(web_.bank, html, answer.body);
  FinishBody(host, request, entity, answer);
}

std::uint64_t GeneratedPages::PageCount(std::uint32_t host_number, WallTime now) const {
  const GeneratedHost& host = web_.hosts[host_number];
  if (!web_.changes.has_replays()) return host.tree.pages;
  std::uint64_t count = 0;
  for (std::uint32_t page = 0; page < host.tree.pages; ++page)
    count += web_.changes.At(PageKey(host, page), now).absent ? 0U : 1U;
  return count;
}

void GeneratedPages::ForEachPage(std::uint32_t host_number, WallTime now,
                                 const std::function<void(std::string_view url)>& visit) const {
  const GeneratedHost& host = web_.hosts[host_number];
  const std::uint32_t moves_done = web_.moves.CountAt(now);
  const bool may_lack = web_.changes.has_replays();
  std::string url;
  for (std::uint32_t page = 0; page < host.tree.pages; ++page) {
    if (may_lack && web_.changes.At(PageKey(host, page), now).absent) continue;
    url.clear();
    web_.AppendPageUrl(host, page, moves_done, url);
    visit(url);
  }
}

std::optional<PageState> GeneratedPages::StateOf(std::uint32_t host_number, std::string_view target,
                                                 WallTime now) const {
  const GeneratedHost& host = web_.hosts[host_number];
  const FoundPage found = FindPage(host, target, web_.moves, web_.moves.CountAt(now));
  if (found.kind != FoundPage::Kind::kPage) return std::nullopt;
  const PageState state = web_.changes.At(PageKey(host, found.page), now);
  if (state.absent) return std::nullopt;
  return state;
}

}  // namespace meguri
