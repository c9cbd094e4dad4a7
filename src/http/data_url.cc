#include "http/data_url.h"

#include "base/ascii.h"
#include "http/base64.h"
#include "url/percent.h"

namespace meguri::http {
namespace {

// Takes ";base64" off the end of `type`: a semicolon, spaces, the word in any case.
bool TakeBase64(std::string_view& type) {
  constexpr std::string_view kWord = "base64";
  if (type.size() < kWord.size()) return false;
  std::string_view rest = type;
  if (!EqualsIgnoringAsciiCase(rest.substr(rest.size() - kWord.size()), kWord)) return false;
  rest.remove_suffix(kWord.size());
  while (rest.ends_with(' '))
    rest.remove_suffix(1);
  if (!rest.ends_with(';')) return false;
  rest.remove_suffix(1);
  type = rest;
  return true;
}

MimeType TypeOf(std::string_view text) {
  std::optional<MimeType> type;
  if (text.starts_with(';')) {
    type = MimeType::Parse("text/plain" + std::string(text));
  } else {
    type = MimeType::Parse(text);
  }
  if (!type) type = MimeType::Parse("text/plain;charset=US-ASCII");
  return *std::move(type);
}

}  // namespace

std::optional<DataUrl> ParseDataUrl(const url::Url& url) {
  constexpr std::string_view kScheme = "data:";
  std::string_view input = url.without_fragment();
  if (!input.starts_with(kScheme)) return std::nullopt;
  input.remove_prefix(kScheme.size());
  const std::size_t comma = input.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view type = TrimAsciiSpace(input.substr(0, comma));

  DataUrl result;
  url::AppendDecoded(input.substr(comma + 1), result.body);
  if (TakeBase64(type)) {
    std::optional<std::string> bytes = DecodeBase64(result.body);
    if (!bytes) return std::nullopt;
    result.body = *std::move(bytes);
  }
  result.type = TypeOf(type);
  return result;
}

std::optional<DataUrl> ParseDataUrl(std::string_view text) {
  const std::optional<url::Url> url = url::Url::Parse(text);
  return url ? ParseDataUrl(*url) : std::nullopt;
}

}  // namespace meguri::http
