#include "warc/read/record_checker.h"

#include <algorithm>
#include <cassert>

#include "base/ascii.h"
#include "base/printable.h"

namespace meguri::warc {
namespace {

bool NeedsTarget(RecordType type) {
  using enum RecordType;
  return type == kResponse || type == kResource || type == kRequest || type == kRevisit ||
         type == kConversion || type == kContinuation;
}

// Its payload is not in it, or not all of it.
bool PayloadIsElsewhere(const RecordHead& head) {
  return head.type() == RecordType::kRevisit || head.type() == RecordType::kContinuation ||
         !head.Find("WARC-Segment-Number").empty();
}

}  // namespace

void RecordChecker::Begin(const RecordHead& head, bool keep) {
  verdict_ = {};
  block_.Begin(head);
  is_revisit_ = head.type() == RecordType::kRevisit;
  payload_begun_ = false;
  chunks_.reset();
  Take(block_claim_, head);
  Take(payload_claim_, head);
  if (PayloadIsElsewhere(head)) payload_claim_.digest.reset();
  CheckFields(head);
  const auto fits = [](const Claim& claim) {
    return !claim.digest || claim.digest->algorithm == DigestAlgorithm::kSha1;
  };
  keeps_ = keep && head.content_length() <= kMaxKeptBytes && fits(block_claim_) &&
           fits(payload_claim_) && (block_claim_.digest || payload_claim_.digest);
  kept_.clear();
}

void RecordChecker::Take(Claim& claim, const RecordHead& head) {
  claim.text = head.Find(claim.field);
  claim.digest = ParseLabelledDigest(claim.text);
  claim.unreadable = false;
  if (!claim.digest) {
    const std::string_view label =
        std::string_view(claim.text).substr(0, std::min(claim.text.find(':'), claim.text.size()));
    claim.unreadable = !claim.text.empty() && (claim.text == label || FindDigestAlgorithm(label));
    if (claim.unreadable) {
      verdict_.problems.push_back(std::string(claim.field) +
                                  " is no digest: " + Printable(claim.text));
    }
    return;
  }
  if (!claim.digester || claim.digester->algorithm() != claim.digest->algorithm) {
    claim.digester.emplace(claim.digest->algorithm);
  }
}

void RecordChecker::CheckFields(const RecordHead& head) {
  if (head.is_arc()) return;
  for (const std::string_view field : {"WARC-Record-ID", "WARC-Date"}) {
    if (head.Find(field).empty()) verdict_.problems.push_back("no " + std::string(field));
  }
  if (!head.Find("WARC-Date").empty() && !head.date()) {
    verdict_.problems.push_back("WARC-Date is no date: " + Printable(head.Find("WARC-Date")));
  }
  if (NeedsTarget(head.type()) && head.target_uri().empty()) {
    verdict_.problems.push_back("no WARC-Target-URI");
  }
}

void RecordChecker::Add(std::string_view piece) {
  if (keeps_) {
    kept_ += piece;
  } else if (block_claim_.digest) {
    block_claim_.digester->Update(piece);
  }
  AddPayload(block_.Add(piece));
}

void RecordChecker::AddPayload(std::string_view piece) {
  if (piece.empty() || !payload_claim_.digest) return;
  if (!payload_begun_) {
    payload_begun_ = true;
    payload_at_ = kept_.size() - std::min(kept_.size(), piece.size());
    if (const http::ResponseHead* response = block_.has_head() ? block_.response() : nullptr) {
      const http::Framing framing = http::FramingOf(*response, false);
      if (framing.kind == http::FramingKind::kChunked && framing.error.empty()) {
        chunks_.emplace(framing);
        unchunked_.emplace(payload_claim_.digest->algorithm);
      }
    }
  }
  if (keeps_payload()) return;
  payload_claim_.digester->Update(piece);
  if (!chunks_) return;
  while (chunks_->state() == http::BodyState::kMore && !piece.empty()) {
    unchunked_->Update(chunks_->Next(piece));
  }
}

const RecordVerdict& RecordChecker::End(bool complete) {
  assert(!keeps_);
  block_.End();
  complete_ = complete;
  return Settle();
}

void RecordChecker::EndInto(Sha1Batch& batch, bool complete) {
  block_.End();
  complete_ = complete;
  if (!keeps_ || !complete) return;
  const std::string_view block = kept_;
  if (block_claim_.digest) batch.Add(block, &block_claim_.batched);
  if (payload_claim_.digest && keeps_payload()) {
    batch.Add(payload_begun_ ? block.substr(payload_at_) : std::string_view(),
              &payload_claim_.batched);
  }
}

const RecordVerdict& RecordChecker::Settle() {
  verdict_.block_digest = Judge(block_claim_, keeps_);
  verdict_.payload_digest = Judge(payload_claim_, keeps_payload());
  return verdict_;
}

DigestVerdict RecordChecker::Judge(Claim& claim, bool batched) {
  if (claim.unreadable) return DigestVerdict::kFail;
  if (!claim.digest) return DigestVerdict::kNone;
  const std::string computed =
      batched ? std::string(claim.batched.data(), claim.batched.size()) : claim.digester->Finish();
  if (!complete_) return DigestVerdict::kNone;
  const bool unchunked =
      &claim == &payload_claim_ && chunks_ && unchunked_->Finish() == claim.digest->raw;
  if (computed == claim.digest->raw || unchunked) return DigestVerdict::kPass;
  // wget says of each revisit that its block digest is that of no bytes. It says nothing, then.
  if (is_revisit_ && &claim == &block_claim_ &&
      claim.digest->raw == Digester(claim.digest->algorithm).Finish()) {
    return DigestVerdict::kNone;
  }
  verdict_.problems.push_back(std::string(claim.field) + " is " + Printable(claim.text) +
                              ", but the bytes have " +
                              FormatLabelledDigest(claim.digest->algorithm, computed));
  return DigestVerdict::kFail;
}

}  // namespace meguri::warc
