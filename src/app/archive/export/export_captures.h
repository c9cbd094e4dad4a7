// Which record of some archives is the page for which URL, for `meguri archive export --html`.
//
//   1. Add() for every record;
//   2. Settle(): every URL has one capture, with the record that holds its payload, and a path;
//   3. chosen(), Find().
//
// Of several captures of a URL the last is taken, or the one nearest to a time. A revisit leads to
// its original (revisit_original.h). A URL that only redirects leads to where it does. URLs are
// what url::Url makes of them, without fragments; http and https alone. Costs memory for every URL,
// and some 150 bytes for every response. Thread-compatible.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "url/url.h"
#include "warc/record_head.h"
#include "warc/revisit_original.h"

namespace meguri::app {

// A record, by counting: the only name that all of them have, also those that share a member.
struct RecordPlace {
  std::size_t file = 0;      // of the archives, in their order
  std::uint64_t number = 0;  // within it
  std::uint64_t offset = 0;

  auto operator<=>(const RecordPlace&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct ExportCapture {
  RecordPlace place;  // after Settle(): of the payload
  std::optional<WallTime> date;
  std::string mime;
  std::string path;  // after Settle(): ExportNames'
};

// What Add() needs to know of a record beside its head.
struct RecordAnswer {
  std::uint16_t status = 0;  // of its HTTP head; 0: none
  std::string_view mime;
  std::string_view location;  // the header
  bool wanted = true;         // false: it may be an original, nothing else
};

class ExportCaptures {
 public:
  explicit ExportCaptures(std::optional<WallTime> at) : at_(at) {}

  void Add(const RecordPlace& place, const warc::RecordHead& head, const RecordAnswer& answer);
  // Gives the revisits that lead nowhere, which are then gone.
  std::vector<RecordPlace> Settle();

  // By URL.
  const std::map<std::string, ExportCapture, std::less<>>& chosen() const { return chosen_; }
  // `url`: without fragment. By way of redirects, if it must be; null if it is not there.
  const ExportCapture* Find(std::string_view url) const;

 private:
  struct Original {
    RecordPlace place;
    std::string mime;
  };
  struct Redirect {
    std::optional<WallTime> date;
    std::string to;
  };

  void AddOriginal(const RecordPlace& place, const warc::RecordHead& head, std::string_view mime);
  void AddRedirect(const warc::RecordHead& head, std::string_view location);
  const Original* FindOriginal(const warc::RevisitKeys& revisit) const;

  std::optional<WallTime> at_;
  std::map<std::string, ExportCapture, std::less<>> chosen_;
  std::map<RecordPlace, warc::RevisitKeys> revisits_;  // by their own place
  std::map<std::string, Redirect, std::less<>> redirects_;
  std::vector<Original> originals_;
  std::unordered_map<std::uint64_t, std::size_t> originals_by_;  // each of its keys
  url::Url url_;
  url::Url target_;
};

}  // namespace meguri::app
