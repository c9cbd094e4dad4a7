#include "warc/sha1_batch.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "warc/digest.h"

namespace meguri::warc {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::array<std::uint32_t, 5> kStart = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476,
                                                 0xC3D2E1F0};

// One word of each lane. The compiler's own vectors: no intrinsics, and any width.
template <std::size_t kLanes>
struct Vector {
  using Type [[gnu::vector_size(kLanes * sizeof(std::uint32_t))]] = std::uint32_t;
};

template <class Words>
struct State {
  std::array<Words, 5> h;
};

// FIPS 180-4 section 6.1.2, `blocks` blocks of each lane. Inlined into functions that are compiled
// for one kind of CPU each; vectors go by reference, since a call would depend on the kind.
template <class Words, std::size_t kLanes>
[[gnu::always_inline]] inline void Compress(State<Words>& state, const char* const* data,
                                            std::size_t blocks) {
  for (std::size_t block = 0; block < blocks; ++block) {
    Words w[16];  // NOLINT(modernize-avoid-c-arrays): std::array's operator[] is no builtin
    for (std::size_t i = 0; i < 16; ++i) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        std::uint32_t word = 0;
        std::memcpy(&word, data[lane] + block * kBlock + i * sizeof word, sizeof word);
        w[i][lane] = __builtin_bswap32(word);
      }
    }
    Words a = state.h[0];
    Words b = state.h[1];
    Words c = state.h[2];
    Words d = state.h[3];
    Words e = state.h[4];
    const auto round = [&](std::size_t t, const Words& f, std::uint32_t k)
        __attribute__((always_inline)) {
      Words& word = w[t & 15U];
      if (t >= 16) {
        const Words mixed = w[(t + 13) & 15U] ^ w[(t + 8) & 15U] ^ w[(t + 2) & 15U] ^ word;
        word = (mixed << 1U) | (mixed >> 31U);
      }
      const Words next = ((a << 5U) | (a >> 27U)) + f + e + k + word;
      e = d;
      d = c;
      c = (b << 30U) | (b >> 2U);
      b = a;
      a = next;
    };
#pragma GCC unroll 20
    for (std::size_t t = 0; t < 20; ++t)
      round(t, d ^ (b & (c ^ d)), 0x5A827999);
#pragma GCC unroll 20
    for (std::size_t t = 20; t < 40; ++t)
      round(t, b ^ c ^ d, 0x6ED9EBA1);
#pragma GCC unroll 20
    for (std::size_t t = 40; t < 60; ++t)
      round(t, (b & c) | (d & (b | c)), 0x8F1BBCDC);
#pragma GCC unroll 20
    for (std::size_t t = 60; t < 80; ++t)
      round(t, b ^ c ^ d, 0xCA62C1D6);
    state.h[0] += a;
    state.h[1] += b;
    state.h[2] += c;
    state.h[3] += d;
    state.h[4] += e;
  }
}

// Functions for one kind of CPU each, chosen by Sha1Lanes(). Elsewhere than on x86-64 there is
// OpenSSL.
#if defined(__x86_64__)
#define MEGURI_TARGET(features) [[gnu::target(features)]]
#else
#define MEGURI_TARGET(features)
#endif

template <std::size_t kLanes>
struct Lanes;

template <>
struct Lanes<16> {
  using Words = Vector<16>::Type;
  MEGURI_TARGET("avx512f,avx512bw,avx512vl")
  static void Run(State<Words>& state, const char* const* data, std::size_t blocks) {
    Compress<Words, 16>(state, data, blocks);
  }
};

template <>
struct Lanes<8> {
  using Words = Vector<8>::Type;
  MEGURI_TARGET("avx2")
  static void Run(State<Words>& state, const char* const* data, std::size_t blocks) {
    Compress<Words, 8>(state, data, blocks);
  }
};

// A message on its way through a lane: its whole blocks where they lie, then the padded end.
struct Message {
  const char* at = nullptr;
  std::size_t blocks = 0;  // left, of the part that `at` points to
  std::size_t end_blocks = 0;
  std::array<char, 2 * kBlock> end;
  Sha1* digest = nullptr;  // none: the lane is empty

  void Begin(std::string_view bytes, Sha1* to) {
    digest = to;
    at = bytes.data();
    blocks = bytes.size() / kBlock;
    const std::size_t rest = bytes.size() % kBlock;
    end_blocks = rest + 9 > kBlock ? 2 : 1;  // a one bit and the length
    end.fill('\0');
    if (rest > 0) std::memcpy(end.data(), bytes.data() + blocks * kBlock, rest);
    end[rest] = '\x80';
    const std::uint64_t bits = __builtin_bswap64(std::uint64_t{bytes.size()} * 8);
    std::memcpy(end.data() + end_blocks * kBlock - sizeof bits, &bits, sizeof bits);
    if (blocks == 0) TakeEnd();
  }

  void TakeEnd() {
    at = end.data();
    blocks = end_blocks;
    end_blocks = 0;
  }

  // So many blocks are done; true if it was the last.
  bool Pass(std::size_t count) {
    at += count * kBlock;
    blocks -= count;
    if (blocks > 0) return false;
    if (end_blocks == 0) return true;
    TakeEnd();
    return false;
  }
};

// The one whose part ends first; nullptr if all lanes are empty.
const Message* Shortest(std::span<const Message> messages) {
  const Message* shortest = nullptr;
  for (const Message& message : messages) {
    if (message.digest == nullptr) continue;
    if (shortest == nullptr || message.blocks < shortest->blocks) shortest = &message;
  }
  return shortest;
}

}  // namespace

std::size_t Sha1Lanes() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl")) {
    return 16;
  }
  if (__builtin_cpu_supports("avx2")) return 8;
#endif
  return 1;
}

void Sha1Batch::Run() {
  // The longest first: so the lanes end at about the same time.
  std::ranges::sort(jobs_, std::ranges::greater(), [](const Job& job) { return job.bytes.size(); });
  std::size_t total = 0;
  for (const Job& job : jobs_) {
    total += job.bytes.size() + kBlock;
  }
  // A step of all lanes takes as long as five of OpenSSL's: one message that is longer than a
  // fifth of all is better off there.
  std::size_t alone = 0;
  while (alone < jobs_.size() &&
         (lanes_ == 1 || (jobs_[alone].bytes.size() + kBlock) * 5 > total)) {
    const Job& job = jobs_[alone++];
    total -= job.bytes.size() + kBlock;
    openssl_.Update(job.bytes);
    openssl_.FinishInto(raw_);
    std::ranges::copy(raw_, job.digest->begin());
  }
  jobs_.erase(jobs_.begin(), jobs_.begin() + static_cast<std::ptrdiff_t>(alone));
  if (lanes_ == 16) RunInLanes<16>();
  if (lanes_ == 8) RunInLanes<8>();
  jobs_.clear();
}

template <std::size_t kLanes>
void Sha1Batch::RunInLanes() {
  State<typename Lanes<kLanes>::Words> state{};
  std::array<Message, kLanes> messages;
  std::size_t next = 0;
  // Puts the next message into a lane that is empty.
  const auto refill = [&](std::size_t lane) {
    if (next == jobs_.size()) return;
    messages[lane].Begin(jobs_[next].bytes, jobs_[next].digest);
    ++next;
    for (std::size_t i = 0; i < kStart.size(); ++i) {
      state.h[i][lane] = kStart[i];
    }
  };
  const auto finish = [&](std::size_t lane) {
    for (std::size_t i = 0; i < kStart.size(); ++i) {
      const std::uint32_t word = __builtin_bswap32(state.h[i][lane]);
      std::memcpy(messages[lane].digest->data() + i * sizeof word, &word, sizeof word);
    }
    messages[lane].digest = nullptr;
    refill(lane);
  };
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    refill(lane);
  }
  while (const Message* shortest = Shortest(messages)) {
    const std::size_t step = shortest->blocks;
    std::array<const char*, kLanes> data;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      // What an empty lane makes is not looked at.
      data[lane] = messages[lane].digest == nullptr ? shortest->at : messages[lane].at;
    }
    Lanes<kLanes>::Run(state, data.data(), step);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (messages[lane].digest != nullptr && messages[lane].Pass(step)) finish(lane);
    }
  }
}

}  // namespace meguri::warc
