// The bytes of an archive, unpacked, with the borders of its members kept. Private to the reader.
//
// A plain archive is one member. What is unpacked and not yet consumed lies in one piece, so that
// a head can be looked at whole; members never mix in it.
//
//   file:      | gzip member |garbage| gzip member |torn gz
//   members:   |-------------|       |-------------|-------  broken() of the last one says why
// Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "base/result.h"
#include "warc/read/byte_source.h"
#include "warc/read/member_codec.h"
#include "warc/read/record_reader.h"

namespace meguri::warc {

class MemberReader {
 public:
  // Twice the largest head: one that is not consumed leaves as much room again.
  static constexpr std::size_t kBufferBytes = 2 * kMaxHeadBytes;

  // `source` must outlive it; the first member begins at `offset`.
  MemberReader(ByteSource& source, std::uint64_t offset);

  // Goes to the next member, past what is left of this one; false if there is none. Bytes in
  // between that are none are passed over: skipped() says how many.
  Result<bool> NextMember();

  // More of the member into buffered(), whose views are then no longer good; false if it is over.
  // REQUIRES: buffered().size() <= kMaxHeadBytes.
  Result<bool> Fill();
  std::string_view buffered() const MEGURI_LIFETIME_BOUND {
    return std::string_view(out_.get() + out_at_, out_end_ - out_at_);
  }
  void Consume(std::size_t count) { out_at_ += count; }

  // Plain archives only: goes on at `offset`, which was passed before. False if that can't be
  // done, or has been done so often that the archive must be made to exhaust us.
  bool GoBack(std::uint64_t offset);

  Packing packing() const { return packing_; }
  // How much of the file's front is the dictionary that members were unpacked with.
  std::uint64_t dictionary_end() const { return dictionary_end_; }
  std::uint64_t begin() const { return begin_; }      // of the member, in the file
  std::uint64_t skipped() const { return skipped_; }  // bytes in front of it that are none
  // Where the member ends; of a plain archive, where buffered() begins. Only good once Fill()
  // gave false.
  std::uint64_t end() const { return packing_ == Packing::kPlain ? position() : end_; }
  // Plain archives: where buffered() begins, in the file.
  std::uint64_t position() const { return unpacked_begin_ + out_at_; }
  // Once it is over: why the member can't be had whole; static, "" if it can.
  std::string_view broken() const { return broken_; }

 private:
  Result<bool> Start();
  Result<bool> SearchPacking();
  Status TakeCodec();
  Status LoadDictionary();
  Result<bool> FindMember(bool lost);
  Result<std::uint64_t> PassSkippableFrames();
  Result<bool> SearchMember();
  Result<bool> TryMember();
  bool IsMemberStart() const;
  void BeginMember();
  Result<bool> HoldsRecord();
  void MakeRoom();
  Result<bool> FillPlain();
  Result<bool> EnsureInput(std::size_t count);
  Status TakeInput(std::uint64_t count, std::string* kept);
  bool SeekInput(std::uint64_t offset);
  bool MayGoBackTo(std::uint64_t offset);

  std::string_view input() const { return std::string_view(in_.get() + in_at_, in_end_ - in_at_); }
  std::uint64_t input_offset() const { return in_begin_ + in_at_; }

  ByteSource& source_;
  Packing packing_ = Packing::kPlain;
  std::unique_ptr<MemberCodec> gzip_;  // once it was needed
  std::unique_ptr<MemberCodec> zstd_;
  MemberCodec* codec_ = nullptr;  // of packing_; none if plain
  std::uint64_t dictionary_end_ = 0;
  bool started_ = false;
  bool over_ = true;

  std::unique_ptr<char[]> in_;  // packed
  std::size_t in_at_ = 0;
  std::size_t in_end_ = 0;
  std::uint64_t in_begin_ = 0;  // the file's offset of in_[0]

  std::unique_ptr<char[]> out_;  // unpacked
  std::size_t out_at_ = 0;
  std::size_t out_end_ = 0;
  std::uint64_t unpacked_begin_ = 0;  // plain: the file's offset of out_[0]

  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;  // as begin_, as long as it is not known
  std::uint64_t skipped_ = 0;
  std::string_view broken_;
  std::uint64_t gone_back_ = 0;  // bytes that were read again
  std::uint64_t furthest_ = 0;
};

}  // namespace meguri::warc
