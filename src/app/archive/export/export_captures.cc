#include "app/archive/export/export_captures.h"

#include <utility>

#include "app/archive/capture_time.h"
#include "app/archive/export/export_names.h"

namespace meguri::app {
namespace {

using warc::RecordType;

constexpr std::uint16_t kOk = 200;
constexpr std::uint16_t kNotModified = 304;
constexpr int kMaxRedirects = 10;

bool IsRedirect(std::uint16_t status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool IsPayloadOf(RecordType type, std::uint16_t status) {
  switch (type) {
    case RecordType::kResponse:
      return status == kOk;
    case RecordType::kResource:
      return true;
    case RecordType::kRevisit:
      return status == kOk || status == kNotModified || status == 0;
    default:
      return false;
  }
}

}  // namespace

void ExportCaptures::Add(const RecordPlace& place, const warc::RecordHead& head,
                         const RecordAnswer& answer) {
  if (warc::IsOriginal(head.type())) AddOriginal(place, head, answer.mime);
  if (!answer.wanted || !url_.Assign(head.target_uri()) || !url_.is_http()) return;
  if (IsRedirect(answer.status) && !answer.location.empty()) {
    return AddRedirect(head, answer.location);
  }
  if (!IsPayloadOf(head.type(), answer.status)) return;
  const auto [found, is_new] = chosen_.try_emplace(std::string(url_.without_fragment()));
  ExportCapture& capture = found->second;
  if (!is_new && !IsBetterTime(head.date(), capture.date, at_)) return;
  if (!is_new) revisits_.erase(capture.place);
  capture = {.place = place, .date = head.date(), .mime = std::string(answer.mime)};
  if (head.type() == RecordType::kRevisit) revisits_[place] = warc::KeysOfRevisit(head);
}

void ExportCaptures::AddOriginal(const RecordPlace& place, const warc::RecordHead& head,
                                 std::string_view mime) {
  for (const std::uint64_t key : warc::KeysOfOriginal(head)) {
    if (key != 0) originals_by_.try_emplace(key, originals_.size());
  }
  originals_.push_back({place, std::string(mime)});
}

// REQUIRES: url_ is the record's.
void ExportCaptures::AddRedirect(const warc::RecordHead& head, std::string_view location) {
  if (!target_.Assign(location, &url_) || !target_.is_http()) return;
  const auto [found, is_new] = redirects_.try_emplace(std::string(url_.without_fragment()));
  if (!is_new && !IsBetterTime(head.date(), found->second.date, at_)) return;
  found->second = {head.date(), std::string(target_.without_fragment())};
}

const ExportCaptures::Original* ExportCaptures::FindOriginal(
    const warc::RevisitKeys& revisit) const {
  for (const std::uint64_t key : revisit) {
    const auto found = key == 0 ? originals_by_.end() : originals_by_.find(key);
    if (found != originals_by_.end()) return &originals_[found->second];
  }
  return nullptr;
}

std::vector<RecordPlace> ExportCaptures::Settle() {
  std::vector<RecordPlace> lost;
  ExportNames names;
  for (auto at = chosen_.begin(); at != chosen_.end();) {
    ExportCapture& capture = at->second;
    if (const auto revisit = revisits_.find(capture.place); revisit != revisits_.end()) {
      const Original* original = FindOriginal(revisit->second);
      if (original == nullptr) {
        lost.push_back(capture.place);
        at = chosen_.erase(at);
        continue;
      }
      capture.place = original->place;
      capture.mime = original->mime;
    }
    capture.path = names.Add(at->first, capture.mime);
    ++at;
  }
  revisits_.clear();
  originals_.clear();
  originals_by_.clear();
  return lost;
}

const ExportCapture* ExportCaptures::Find(std::string_view url) const {
  for (int left = kMaxRedirects; left > 0; --left) {
    if (const auto found = chosen_.find(url); found != chosen_.end()) return &found->second;
    const auto redirect = redirects_.find(url);
    if (redirect == redirects_.end()) return nullptr;
    url = redirect->second.to;
  }
  return nullptr;
}

}  // namespace meguri::app
