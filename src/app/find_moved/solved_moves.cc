#include "app/find_moved/solved_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/printable.h"
#include "url/url.h"

namespace meguri::app {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20U;
constexpr std::string_view kBlank = " \t\r";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // as some editors write it

struct Move {
  std::string old_url;
  std::string new_url;
};

// Of a file's text; one that isn't there is empty.
Result<std::string> ReadText(Files& files, const std::string& path) {
  auto text = ReadWholeFile(files, path, kMaxBytes);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::string();
  return text;
}

std::vector<std::string_view> WordsIn(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    words.push_back(line.substr(0, line.find_first_of(kBlank)));
    line.remove_prefix(words.back().size());
  }
}

std::optional<std::string> WebUrl(std::string_view text) {
  const auto url = url::Url::Parse(text);
  if (!url || !url->is_http()) return std::nullopt;
  return std::string(url->without_fragment());
}

Result<std::vector<Move>> ParseMoves(const std::string& path, std::string_view text) {
  std::vector<Move> moves;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::vector<std::string_view> words = WordsIn(line);
    if (words.empty() || words[0].starts_with('#')) continue;
    const auto fail = [&](std::string_view what) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("{}:{}: {}", Printable(path), number, what));
    };
    if (words.size() != 2) return fail("want two URLs, the old and the new one");
    Move move;
    for (std::size_t i = 0; i < 2; ++i) {
      auto url = WebUrl(words[i]);
      if (!url) return fail(fmt::format("'{}' is no URL of http or https", Printable(words[i])));
      (i == 0 ? move.old_url : move.new_url) = *std::move(url);
    }
    moves.push_back(std::move(move));
  }
  return moves;
}

}  // namespace

Result<moved::RenameRules> ReadSolvedMoves(Files& files, const std::string& path) {
  MEGURI_TRY(const std::string text, ReadText(files, path));
  MEGURI_CHECK_STATUS(files.OpenToWrite(path, OpenMode::kCreateOrAppend));
  MEGURI_TRY(const std::vector<Move> moves, ParseMoves(path, text));
  moved::RenameRules rules;
  for (const Move& move : moves)
    rules.Learn(move.old_url, move.new_url);
  return rules;
}

Status AddSolvedMove(Files& files, const std::string& path, std::string_view old_url,
                     std::string_view new_url) {
  // As the file spells URLs: what a site says of itself must not write lines of its own.
  const auto from = WebUrl(old_url);
  const auto to = WebUrl(new_url);
  if (!from || !to) return {};
  MEGURI_TRY(const std::string text, ReadText(files, path));
  MEGURI_TRY(const std::vector<Move> moves, ParseMoves(path, text));
  const bool is_known = std::ranges::any_of(
      moves, [&](const Move& move) { return move.old_url == *from && move.new_url == *to; });
  if (is_known) return {};
  MEGURI_TRY(const auto file, files.OpenToWrite(path, OpenMode::kCreateOrAppend));
  const bool ends_in_line = text.empty() || text.ends_with('\n');
  MEGURI_CHECK_STATUS(file->Append(fmt::format("{}{} {}\n", ends_in_line ? "" : "\n", *from, *to)));
  return file->Sync();
}

}  // namespace meguri::app
