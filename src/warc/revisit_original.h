// Which record a revisit repeats: one rule for all who read archives.
//
// By the id that it names (WARC-Refers-To), else by URL and time, to the second, else by the digest
// of the payload, however that is spelt; of several records the first. Keys are hashes, so that the
// records of any archive can be kept by them. No state: any thread may call.
//
//   const RevisitKeys revisit = KeysOfRevisit(head);
//   … for each record with IsOriginal(type): MatchOf(revisit, KeysOfOriginal(head)); less is better
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "warc/record_head.h"

namespace meguri::warc {

// The best first; 0: nothing is said. No key of one kind is one of another.
using RevisitKeys = std::array<std::uint64_t, 3>;

// A response or a resource: what a revisit can repeat.
bool IsOriginal(RecordType type);
// By which a revisit may name this record.
RevisitKeys KeysOfOriginal(const RecordHead& head);
// What a revisit says of its original.
RevisitKeys KeysOfRevisit(const RecordHead& head);

// Which of the keys is the first that both have; kNoMatch if there is none.
std::size_t MatchOf(const RevisitKeys& revisit, const RevisitKeys& original);
inline constexpr std::size_t kNoMatch = RevisitKeys().size();

}  // namespace meguri::warc
