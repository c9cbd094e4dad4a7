#include "http/content_coding.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "http/header_value.h"
#include "http/whole_gzip.h"

namespace meguri::http {
namespace {

// "none" is what some servers write, and curl takes.
bool IsNoCoding(std::string_view name) {
  return EqualsIgnoringAsciiCase(name, "identity") || EqualsIgnoringAsciiCase(name, "none");
}

}  // namespace

std::optional<Coding> FindCoding(std::string_view name) {
  for (const Coding coding : {Coding::kGzip, Coding::kDeflate, Coding::kBrotli, Coding::kZstd}) {
    if (EqualsIgnoringAsciiCase(name, CodingName(coding))) return coding;
  }
  if (EqualsIgnoringAsciiCase(name, "x-gzip")) return Coding::kGzip;
  return std::nullopt;
}

std::string_view CodingName(Coding coding) {
  switch (coding) {
    case Coding::kGzip:
      return "gzip";
    case Coding::kDeflate:
      return "deflate";
    case Coding::kBrotli:
      return "br";
    case Coding::kZstd:
      return "zstd";
  }
  return "";
}

std::string_view DecodeMarkName(DecodeMark mark) {
  switch (mark) {
    case DecodeMark::kMore:
      return "more";
    case DecodeMark::kComplete:
      return "complete";
    case DecodeMark::kTruncated:
      return "truncated";
    case DecodeMark::kTooLarge:
      return "too_large";
    case DecodeMark::kBomb:
      return "bomb";
    case DecodeMark::kBroken:
      return "broken";
  }
  return "";
}

ContentDecoder::ContentDecoder(std::string_view content_encoding, const CodingLimits& limits)
    : limits_(limits) {
  std::vector<std::string_view> names;
  ValueSplitter splitter(content_encoding);
  while (const auto name = splitter.Next()) {
    if (!name->empty() && !IsNoCoding(*name)) names.push_back(*name);
  }
  if (names.size() > kMaxCodings) {
    Stop(DecodeMark::kBroken, "too many content codings");
    return;
  }
  std::ranges::reverse(names);
  for (const std::string_view name : names) {
    const std::optional<Coding> coding = FindCoding(name);
    if (!coding) {
      left_ = name;
      return;
    }
    undone_.push_back(*coding);
    Stage stage;
    stage.coder = MakeCodingStage(*coding);
    stage.buffer.reset(new char[kBufferBytes]);
    stages_.push_back(std::move(stage));
  }
}

std::string_view ContentDecoder::Next(std::string_view& input) {
  if (mark_ != DecodeMark::kMore) return {};
  if (stages_.empty()) return PassThrough(input);
  const std::string_view piece = Pull(stages_.size() - 1, input);
  if (piece.empty()) input = {};  // what a stage did not want, nobody will
  return piece;
}

std::string_view ContentDecoder::PassThrough(std::string_view& input) {
  const std::uint64_t room = limits_.max_bytes - passed_bytes_;
  if (input.size() > room) Stop(DecodeMark::kTooLarge);
  const std::string_view piece =
      input.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(room, input.size())));
  passed_bytes_ += piece.size();
  input.remove_prefix(piece.size());
  return piece;
}

std::string_view ContentDecoder::Pull(std::size_t index, std::string_view& input) {
  Stage& stage = stages_[index];
  std::string_view& source = index == 0 ? input : stage.pending;
  while (mark_ == DecodeMark::kMore) {
    if (stage.coder->state() == CodingStage::State::kEnd) return {};
    if (stage.coder->state() == CodingStage::State::kBroken) {
      // Only now: what came before it broke had to reach the last stage first.
      Stop(DecodeMark::kBroken, stage.coder->error());
      return {};
    }
    if (source.empty() && !stage.may_hold_output) {
      if (index > 0) stage.pending = Pull(index - 1, input);
      if (source.empty()) return {};
    }
    const std::size_t before = source.size();
    const std::size_t got = stage.coder->Decode(source, stage.buffer.get(), kBufferBytes);
    if (index == 0) input_bytes_ += before - source.size();
    stage.may_hold_output = got == kBufferBytes;
    const std::size_t within = CountOutput(stage, got);
    if (within > 0) return {stage.buffer.get(), within};
    const bool stuck = before > 0 && before == source.size();
    if (stuck && stage.coder->state() == CodingStage::State::kMore) {
      Stop(DecodeMark::kBroken, "the decompressor makes no progress");
    }
  }
  return {};
}

std::size_t ContentDecoder::CountOutput(Stage& stage, std::size_t size) {
  const std::uint64_t room = limits_.max_bytes - stage.output_bytes;
  if (size > room) {
    Stop(DecodeMark::kTooLarge);
    size = static_cast<std::size_t>(room);
  }
  stage.output_bytes += size;
  if (stage.output_bytes > limits_.bomb_floor_bytes &&
      stage.output_bytes / limits_.max_ratio > input_bytes_) {
    Stop(DecodeMark::kBomb);
  }
  return size;
}

void ContentDecoder::Finish() {
  if (mark_ != DecodeMark::kMore) return;
  const auto ended = [](const Stage& stage) {
    return stage.coder->state() == CodingStage::State::kEnd || stage.coder->may_end();
  };
  const bool last_ended =
      !stages_.empty() && stages_.back().coder->state() == CodingStage::State::kEnd;
  const bool whole = last_ended || std::ranges::all_of(stages_, ended);
  Stop(whole ? DecodeMark::kComplete : DecodeMark::kTruncated);
}

void ContentDecoder::Stop(DecodeMark mark, std::string_view error) {
  mark_ = mark;
  error_ = error;
}

DecodedContent DecodeContent(std::string_view bytes, std::string_view content_encoding,
                             const CodingLimits& limits) {
  ContentDecoder decoder(content_encoding, limits);
  DecodedContent result;
  const std::uint64_t max_bytes = std::min(limits.max_bytes, limits.bomb_floor_bytes);
  if (decoder.undone() == std::vector{Coding::kGzip} && decoder.left().empty() &&
      DecodeWholeGzip(bytes, max_bytes, result.content)) {
    result.undone = decoder.undone();
    return result;
  }
  std::string_view rest = bytes;
  for (std::string_view piece = decoder.Next(rest); !piece.empty(); piece = decoder.Next(rest))
    result.content += piece;
  decoder.Finish();
  result.mark = decoder.mark();
  result.error = decoder.error();
  result.undone = decoder.undone();
  result.left = decoder.left();
  return result;
}

}  // namespace meguri::http
