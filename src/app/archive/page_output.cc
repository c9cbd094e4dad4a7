#include "app/archive/page_output.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "app/archive/archive_scan.h"
#include "http/response.h"
#include "warc/read/http_block.h"
#include "warc/record_head.h"

namespace meguri::app {
namespace {

enum class Part : std::uint8_t { kHead, kPayload };

// Takes the HTTP head, if there is one, and then the payload in pieces; false: no more is wanted.
using PartVisitor = std::function<Result<bool>(Part part, std::string_view bytes)>;

Status ForEachPart(const RecordOpener& open, const PartVisitor& visit) {
  MEGURI_TRY(const OpenedRecord record, open());
  warc::HttpBlock block;
  block.Begin(record.reader->head());
  bool begun = false;
  for (;;) {
    MEGURI_TRY(const std::string_view piece, record.reader->NextPiece());
    const std::string_view payload = block.Add(piece);
    if (piece.empty()) block.End();
    if (!begun && (piece.empty() || block.has_head() || !payload.empty())) {
      begun = true;
      // What is longer than any head is none.
      const Part part = block.has_head() ? Part::kHead : Part::kPayload;
      MEGURI_TRY(const bool more, visit(part, block.head_bytes()));
      if (!more) return {};
    }
    if (piece.empty()) return {};
    MEGURI_TRY(const bool more, visit(Part::kPayload, payload));
    if (!more) return {};
  }
}

// What undoes the page.
struct Layers {
  bool interim = false;  // heads before the last, which is where the body begins
  bool chunks = false;
  std::string codings;
};

http::ResponseOptions StoredHeads() {
  http::ResponseOptions options;
  options.head_limits = warc::kStoredHeadLimits;
  return options;
}

// What a body holds, not what its head says of it: an archive may have been cut, or have chunks and
// codings undone already, which shows only once all was read, and a Content-Length that speaks of
// what was sent.
Result<Layers> FindLayers(const RecordOpener& open) {
  http::ResponseReader response(StoredHeads());
  const auto visit = [&](Part part, std::string_view bytes) -> Result<bool> {
    if (part == Part::kPayload && !response.has_head() && response.interim_count() == 0) {
      return false;  // there was no head
    }
    while (!response.Next(bytes).empty()) {
    }
    return response.state() == http::BodyState::kMore;
  };
  MEGURI_CHECK_STATUS(ForEachPart(open, visit));
  response.Finish();
  if (!response.has_head()) return Layers();
  const http::Framing& framing = response.framing();
  std::string scratch;
  Layers layers{.interim = response.interim_count() > 0,
                .chunks = framing.kind == http::FramingKind::kChunked && framing.error.empty() &&
                          response.state() != http::BodyState::kBroken,
                .codings = std::string(
                    response.head().headers.Combined("Content-Encoding", scratch).value_or(""))};
  if (layers.chunks && !framing.codings.empty()) {
    layers.codings.append(layers.codings.empty() ? "" : ", ").append(framing.codings);
  }
  return layers;
}

// What of `bytes` is no longer head.
std::string_view BehindHead(http::ResponseReader& response, std::string_view bytes) {
  std::string_view rest = bytes;
  const std::string_view body = response.Next(rest);
  if (body.empty()) return response.has_head() ? rest : std::string_view();
  return bytes.substr(static_cast<std::size_t>(body.data() - bytes.data()));
}

struct Written {
  http::DecodeMark mark = http::DecodeMark::kComplete;
  bool any = false;
};

// Takes a page's parts and writes what is left once the layers are undone.
class Undoing {
 public:
  explicit Undoing(const Layers& layers)
      : layers_(layers),
        response_(StoredHeads()),
        decoder_(layers.codings, {.max_bytes = std::numeric_limits<std::uint64_t>::max()}) {}

  // False: no more is wanted.
  Result<bool> Take(Part part, std::string_view bytes) {
    if (layers_.chunks) return TakeChunks(bytes);
    if (!layers_.interim) return part == Part::kHead ? true : Write(bytes);
    return Write(response_.has_head() ? bytes : BehindHead(response_, bytes));
  }

  Written Finish() {
    decoder_.Finish();
    return {.mark = decoder_.mark(), .any = any_};
  }

 private:
  Result<bool> TakeChunks(std::string_view bytes) {
    for (;;) {
      const std::string_view body = response_.Next(bytes);
      if (body.empty()) return response_.state() == http::BodyState::kMore;
      MEGURI_TRY(const bool more, Write(body));
      if (!more) return false;
    }
  }

  Result<bool> Write(std::string_view body) {
    for (;;) {
      const std::string_view content = decoder_.Next(body);
      if (content.empty()) return decoder_.mark() == http::DecodeMark::kMore;
      any_ = true;
      MEGURI_TRY(const bool wanted, WriteOut(content));
      if (!wanted) return false;
    }
  }

  const Layers& layers_;
  http::ResponseReader response_;
  http::ContentDecoder decoder_;
  bool any_ = false;
};

Result<Written> WriteWithout(const RecordOpener& open, const Layers& layers) {
  Undoing undoing(layers);
  MEGURI_CHECK_STATUS(ForEachPart(
      open, [&](Part part, std::string_view bytes) { return undoing.Take(part, bytes); }));
  return undoing.Finish();
}

}  // namespace

Status WriteStoredPage(const RecordOpener& open) {
  return ForEachPart(open, [](Part, std::string_view bytes) { return WriteOut(bytes); });
}

Status WriteHttpHead(const RecordOpener& open) {
  return ForEachPart(open, [](Part part, std::string_view bytes) -> Result<bool> {
    if (part != Part::kHead) return false;
    return WriteOut(bytes);
  });
}

Result<http::DecodeMark> WriteDecodedPage(const RecordOpener& open) {
  MEGURI_TRY(Layers layers, FindLayers(open));
  MEGURI_TRY(const Written written, WriteWithout(open, layers));
  if (written.mark != http::DecodeMark::kBroken || written.any) return written.mark;
  layers.codings.clear();  // it has none of them
  MEGURI_CHECK_STATUS(WriteWithout(open, layers));
  return http::DecodeMark::kBroken;
}

}  // namespace meguri::app
