// Responses: however the bytes are cut, the answer is the same; whole or streamed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "http/body_decoder.h"
#include "http/data_url.h"
#include "http/http_date.h"
#include "http/link_header.h"
#include "http/mime_type.h"
#include "http/response.h"

namespace {

using namespace meguri::http;  // NOLINT(google-build-using-namespace): a program of one file

// Pieces of sizes that only depend on the seed.
class Cutter {
 public:
  explicit Cutter(std::uint32_t seed) : state_(seed | 1U) {}
  std::size_t Next() {
    state_ = state_ * 1664525U + 1013904223U;
    return 1 + (state_ >> 24U) % 37;
  }

 private:
  std::uint32_t state_;
};

void CheckSame(const Response& whole, ResponseReader& reader, const std::string& body,
               std::size_t used) {
  Check(reader.state() == whole.state, "the state is the same");
  Check(reader.error() == whole.error, "the error is the same");
  Check(reader.has_head() == whole.has_head, "the head is there or not");
  Check(reader.interim_count() == whole.interim_count, "as many interim responses");
  if (!whole.has_head) return;
  Check(reader.head().status == whole.head.status, "the status is the same");
  Check(reader.head().reason == whole.head.reason, "the reason is the same");
  Check(std::string_view(body) == whole.body(), "the body is the same");
  Check(reader.framing() == whole.framing, "the framing is the same");
  if (whole.state != BodyState::kBroken) Check(used == whole.size, "it is as long");
  const auto headers = reader.head().headers.all();
  const auto want = whole.head.headers.all();
  Check(headers.size() == want.size(), "as many headers");
  for (std::size_t i = 0; i < want.size(); ++i)
    Check(headers[i] == want[i], "the same headers");
}

template <class Size>
void CheckStreamed(std::string_view bytes, const ResponseOptions& options, const Response& whole,
                   Size&& size) {
  ResponseReader reader(options);
  std::string body;
  std::size_t used = 0;
  for (std::string_view rest = bytes; !rest.empty() && reader.state() == BodyState::kMore;) {
    std::string_view piece = rest.substr(0, size());
    const std::size_t before = piece.size();
    // A copy, so that a view kept too long is seen.
    const std::string copy(piece);
    std::string_view input = copy;
    for (std::string_view got = reader.Next(input); !got.empty(); got = reader.Next(input))
      body += got;
    Check(input.empty() || reader.state() != BodyState::kMore, "all of the input is used");
    used += before - input.size();
    rest.remove_prefix(before);
  }
  reader.Finish();
  CheckSame(whole, reader, body, used);
}

void CheckHeaders(const HeaderList& headers) {
  std::string scratch;
  for (const Header& header : headers.all()) {
    Check(!header.name.empty(), "a name is not empty");
    Check(header.name.find_first_of(" \t\r\n:") == std::string_view::npos, "a name is a name");
    Check(header.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos,
          "a value is one line");
    Check(headers.Find(header.name).has_value(), "a header is found");
    Check(headers.Combined(header.name, scratch)->find(header.value) != std::string_view::npos,
          "and is in the combined value");
    if (const auto date = ParseHttpDate(header.value)) {
      const int year = static_cast<int>(
          std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(*date)).year());
      if (year >= 0 && year <= 9999) {
        Check(ParseHttpDate(FormatHttpDate(*date)) == date, "a date comes back");
      }
    }
    for (const Link& link : ParseLinkHeader(header.value))
      Check(header.value.find(link.target) != std::string_view::npos, "a link's target is there");
    if (const auto type = MimeType::Parse(header.value)) {
      Check(MimeType::Parse(type->Serialise()) == type, "a MIME type comes back");
    }
    (void)ParseDataUrl(header.value);
  }
  (void)ExtractMimeType(headers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t flags = data[0];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  ResponseOptions options;
  options.to_head_request = (flags & 1U) != 0;
  if ((flags & 2U) != 0) {  // limits within reach
    options.head_limits = {.max_bytes = 200, .max_headers = 4};
    options.body_limits = {.max_chunk_line_bytes = 20, .max_trailer_bytes = 30};
    options.max_interim = 2;
  }
  const Response whole = ParseResponse(bytes, options);
  Check(whole.state != BodyState::kMore, "there is an answer");
  Check(whole.size <= bytes.size(), "a message is no longer than its bytes");
  Check(whole.has_head || !whole.error.empty(), "without a head there is a reason");
  Check((whole.state == BodyState::kBroken) <= !whole.error.empty(), "so for what is broken");
  Check(whole.body().size() <= bytes.size(), "a body is no longer, either");
  CheckHeaders(whole.head.headers);
  CheckHeaders(whole.trailers);
  CheckStreamed(bytes, options, whole, [&] { return bytes.size(); });
  CheckStreamed(bytes, options, whole, [] { return std::size_t{1}; });
  Cutter cutter(flags);
  CheckStreamed(bytes, options, whole, [&] { return cutter.Next(); });
  return 0;
}
