// What is wrong on the wire: bodies without end, false lengths, one byte a second.
#include <algorithm>
#include <string>

#include "sim/web/gzip_bomb.h"
#include "sim/web/misbehaviour_groups.h"

namespace meguri::bad {
namespace {

using enum Misbehaviour;

constexpr std::uint64_t kHugeBytes = 10'000'000'000;
constexpr std::size_t kHugeUnitBytes = 100'000;
constexpr std::uint32_t kBombUnitBytes = 10'000'000;
constexpr std::uint64_t kMissingBytes = 1000;

void AnswerHugeBody(WebAnswer& answer) {
  answer.fields = "Content-Type: text/html; charset=utf-8\r\n";
  answer.body = "<!DOCTYPE html><title>All of it</title><body>\n";
  answer.delivery.trailer = "</body>\n";
  constexpr std::string_view kSentence = "<p>And so it went on, and on, without an end in sight.\n";
  std::string& unit = answer.delivery.repeated;
  while (unit.size() < kHugeUnitBytes)
    unit += kSentence;
  unit.resize(kHugeUnitBytes, ' ');
  const std::uint64_t rest = kHugeBytes - answer.body.size() - answer.delivery.trailer.size();
  answer.delivery.repeats = rest / kHugeUnitBytes;
  answer.body.append(rest % kHugeUnitBytes, ' ');
}

void AnswerBomb(WebAnswer& answer) {
  answer.fields = "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip\r\n";
  GzipBomb bomb = MakeGzipBomb(kBombUnitBytes, kHugeBytes / kBombUnitBytes);
  answer.body = std::move(bomb.head);
  answer.delivery.repeats = bomb.repeats;
  answer.delivery.repeated = std::move(bomb.repeated);
  answer.delivery.trailer = std::move(bomb.trailer);
}

}  // namespace

bool AnswerBadBody(Misbehaviour kind, WebAnswer& answer) {
  switch (kind) {
    case kHugeBody:
      AnswerHugeBody(answer);
      return true;
    case kGzipBomb:
      AnswerBomb(answer);
      return true;
    case kEndlessHeaders:
      answer.fields = "Content-Type: text/html; charset=utf-8\r\n";
      answer.delivery.endless_head = true;
      return true;
    default:
      return false;
  }
}

void SpoilDelivery(Misbehaviour kind, WebAnswer& answer) {
  switch (kind) {
    case kDrip:
      answer.delivery.bytes_per_second = 1;
      break;
    case kLengthTooLong:
      answer.delivery.claimed_length = answer.body.size() + kMissingBytes;
      answer.delivery.close = true;
      break;
    case kLengthTooShort:
      answer.delivery.claimed_length = answer.body.size() / 2;
      answer.delivery.close = true;
      break;
    case kResetBody:
      answer.delivery.reset_after = answer.body.size() / 2;
      break;
    default:
      break;
  }
}

}  // namespace meguri::bad
