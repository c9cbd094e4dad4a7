#include "sim/generated/page_paths.h"

#include <array>
#include <optional>

#include "base/append_number.h"
#include "sim/draws.h"
#include "sim/generated/path_words.h"

namespace meguri {
namespace {

constexpr std::uint32_t kLastYear = 2025;
constexpr std::string_view kHtml = ".html";
constexpr std::string_view kIdField = "?id=";

void AppendFolderName(const GeneratedHost& host, std::uint32_t folder, std::uint32_t move,
                      std::string& out) {
  if (folder == host.private_folder) {
    out += "private";
  } else if (host.urls == UrlStyle::kDates) {
    const std::uint32_t months = folder - 1 + host.first_word % 12;
    AppendNumber(kLastYear - months / 12, out);
    const std::uint32_t month = 12 - months % 12;
    out += month < 10 ? "/0" : "/";
    AppendNumber(month, out);
  } else if (host.urls == UrlStyle::kEncoded) {
    const auto& words =
        host.language == Language::kJapanese ? kJapaneseFolders : kEncodedLatinFolders;
    out += words[(host.first_word + folder) % words.size()];
  } else {
    out += kFolderWords[(host.first_word + folder) % kFolderWords.size()];
  }
  if (move == 0) return;
  out += '-';
  out += kMovedWords[static_cast<std::size_t>(
      Below(Draw(Draw(host.key, folder), move), kMovedWords.size()))];
  if (move > 1) AppendNumber(move, out);  // no two moves give it the same name
}

void AppendSlug(const GeneratedHost& host, std::uint32_t page, std::uint32_t move,
                std::string& out) {
  const std::uint64_t bits = Draw(PageKey(host, page), move);
  if (host.urls == UrlStyle::kEncoded) {
    out += host.language == Language::kJapanese
               ? kJapaneseFolders[bits % kJapaneseFolders.size()]
               : kEncodedLatinFolders[bits % kEncodedLatinFolders.size()];
  } else {
    out += kSlugWords[bits % kSlugWords.size()];
  }
  out += '-';
  out += kSlugWords[(bits >> 32U) % kSlugWords.size()];
  if (move > 0) {  // and no two a page
    out += "-v";
    AppendNumber(move + 1, out);
  }
  out += '-';
  AppendNumber(page + host.first_id, out, 16);
}

// The page whose number stands there, if one does.
std::optional<std::uint32_t> PageOfId(const GeneratedHost& host, std::string_view digits,
                                      int base) {
  std::uint32_t id = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, id, base);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  if (id < host.first_id || id - host.first_id >= host.tree.pages) return std::nullopt;
  return id - host.first_id;
}

// What stands behind the last `mark` of `path`, without `tail`; "" if it isn't so.
std::string_view BetweenLast(std::string_view path, char mark, std::string_view tail) {
  if (!path.ends_with(tail)) return "";
  path.remove_suffix(tail.size());
  const std::size_t at = path.rfind(mark);
  return at == std::string_view::npos ? "" : path.substr(at + 1);
}

std::optional<std::uint32_t> ReadPage(const GeneratedHost& host, std::string_view target) {
  switch (host.urls) {
    case UrlStyle::kSlugs:
    case UrlStyle::kEncoded:
      return PageOfId(host, BetweenLast(target, '-', kHtml), 16);
    case UrlStyle::kDates:
      return PageOfId(host, BetweenLast(target, '-', "/"), 16);
    case UrlStyle::kQuery: {
      const std::size_t at = target.find(kIdField);
      if (at == std::string_view::npos) return std::nullopt;
      const std::string_view rest = target.substr(at + kIdField.size());
      return PageOfId(host, rest.substr(0, rest.find('&')), 10);
    }
    case UrlStyle::kNumbers: {
      const std::size_t at = target.find('/', 1);
      if (at == std::string_view::npos) return std::nullopt;
      const std::string_view rest = target.substr(at + 1);
      return PageOfId(host, rest.substr(0, rest.find('/')), 10);
    }
  }
  return std::nullopt;
}

// Is `page` at `target`, or was it? From now back, since that is what is mostly asked.
FoundPage::Kind CheckPage(const GeneratedHost& host, std::uint32_t page, std::string_view target,
                          const PageMoves& all_moves, std::uint32_t moves, std::string& scratch) {
  std::optional<PagePlace> tried;
  for (std::uint32_t then = moves + 1; then-- > 0;) {
    const PagePlace place = all_moves.PlaceOf(host, page, then);
    if (tried == place) continue;
    tried = place;
    scratch.clear();
    AppendPath(host, page, place, scratch);
    if (scratch != target) continue;
    if (then == moves) return FoundPage::Kind::kPage;
    return all_moves.Redirects(host, page, then, moves) ? FoundPage::Kind::kMoved
                                                        : FoundPage::Kind::kNothing;
  }
  return FoundPage::Kind::kNothing;
}

FoundPage FindExactly(const GeneratedHost& host, std::string_view target,
                      const PageMoves& all_moves, std::uint32_t moves, std::string& scratch) {
  if (target == "/") return {.kind = FoundPage::Kind::kPage, .page = 0};
  if (const auto page = ReadPage(host, target)) {
    const auto kind = CheckPage(host, *page, target, all_moves, moves, scratch);
    if (kind != FoundPage::Kind::kNothing) return {.kind = kind, .page = *page};
  }
  for (std::uint32_t page = 1; page <= host.tree.folders; ++page) {
    const auto kind = CheckPage(host, page, target, all_moves, moves, scratch);
    if (kind != FoundPage::Kind::kNothing) return {.kind = kind, .page = page};
  }
  return {};
}

}  // namespace

void AppendFolderPath(const GeneratedHost& host, std::uint32_t folder, std::uint32_t move,
                      std::string& out) {
  out += '/';
  AppendFolderName(host, folder, move, out);
  out += host.urls == UrlStyle::kQuery ? ".php" : "/";
}

void AppendPath(const GeneratedHost& host, std::uint32_t page, const PagePlace& place,
                std::string& out) {
  if (page == 0) {
    out += '/';
    return;
  }
  AppendFolderPath(host, host.tree.FolderOf(page), place.folder, out);
  if (host.tree.IsFolderPage(page)) return;
  switch (host.urls) {
    case UrlStyle::kSlugs:
    case UrlStyle::kEncoded:
      AppendSlug(host, page, place.page, out);
      out += kHtml;
      return;
    case UrlStyle::kDates:
      AppendSlug(host, page, place.page, out);
      out += '/';
      return;
    case UrlStyle::kQuery:
      out += kIdField;
      AppendNumber(page + host.first_id, out);
      if (place.page == 0) return;
      out += "&v=";
      AppendNumber(place.page + 1, out);
      return;
    case UrlStyle::kNumbers:
      AppendNumber(page + host.first_id, out);
      if (place.page == 0) return;
      out += "/v";
      AppendNumber(place.page + 1, out);
      return;
  }
}

FoundPage FindPage(const GeneratedHost& host, std::string_view target, const PageMoves& all_moves,
                   std::uint32_t moves) {
  thread_local std::string scratch;
  FoundPage found = FindExactly(host, target, all_moves, moves, scratch);
  if (found.kind != FoundPage::Kind::kNothing || target.ends_with('/') || target.size() > 256) {
    return found;
  }
  thread_local std::string with_slash;
  with_slash.assign(target);
  with_slash += '/';
  found = FindExactly(host, with_slash, all_moves, moves, scratch);
  if (found.kind == FoundPage::Kind::kPage) return {FoundPage::Kind::kNeedsSlash, found.page};
  return {};
}

}  // namespace meguri
