// SPDX-License-Identifier: Apache-2.0
// The frame of .hdl files: header, blocks, trailer, and the numbers that payloads are made of.
// doc/trace-format.md is the specification; all numbers are little-endian.
//
//   file    = header block* [index block, trailer]
//   header  = magic (8 bytes), version (4), flags (4)
//   block   = frame (32 bytes), payload
//   frame   = mark (4), kind (1), zero (3), payload bytes (4), events (4), position (8), checksum (8)
//   trailer = offset of the index block (8), end mark (8)
//
// A block is sealed by its checksum: one that is there in full and right is as it was written, whatever
// happened to the process afterwards. No length is believed before it was compared with these limits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heddle::trace::hdl {

inline constexpr std::string_view kMagic{"\x89HDL\r\n\x1a\n", 8};
inline constexpr std::string_view kEndMark{"HDLEND\r\n", 8};
inline constexpr std::uint32_t kBlockMark = 0x4b4c4248;  // "HBLK"
// 1 has no packed columns, 2 no tries; both are read. There is no 3: a flipped bit must not make one of another.
// Known versions are two bits apart: one that flips is noticed.
inline constexpr std::uint32_t kVersion = 7;
inline constexpr std::size_t kHeaderBytes = 16;
inline constexpr std::size_t kFrameBytes = 32;
inline constexpr std::size_t kTrailerBytes = 16;

inline constexpr std::size_t kMostEvents = std::size_t{1} << 16;   // in a block
inline constexpr std::size_t kMostPayload = std::size_t{1} << 24;  // bytes of a block

enum class BlockKind : std::uint8_t { names = 1, events = 2, notice = 3, index = 4 };

// What a notice says: events were dropped (how many or 0, why), or any other reason why the trace is
// incomplete.
enum class NoticeKind : std::uint8_t { dropped = 1, doubt = 2 };

struct Frame {
  std::uint8_t kind = 0;
  std::uint32_t payload_bytes = 0;
  std::uint32_t events = 0;
  std::uint64_t position = 0;  // of its first event; for other blocks, of the next event
  std::uint64_t checksum = 0;
};

std::string file_header();
std::string file_trailer(std::uint64_t index_offset);

// A whole block: frame and payload.
std::string seal(BlockKind kind, std::uint64_t position, std::uint32_t events, std::string_view payload);
// False if these are not the first bytes of a block. `bytes` has kFrameBytes.
bool read_frame(std::string_view bytes, Frame& frame);
bool checksum_holds(std::string_view frame_bytes, std::string_view payload);

// Numbers: seven bits a byte, the lowest first, the high bit set on all but the last.
void put_number(std::string& out, std::uint64_t number);
inline std::uint64_t fold_sign(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}
inline std::int64_t unfold_sign(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
}
void put_string(std::string& out, std::string_view text);
void put_fixed(std::string& out, std::uint64_t number, int bytes);
std::uint64_t fixed(std::string_view bytes, std::size_t offset, int count);

// Takes numbers and strings from bytes; after one that is not there everything is zero and ok() is false.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    if (!rest_.empty() && static_cast<unsigned char>(rest_.front()) < 0x80) [[likely]] {
      const auto value = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      return value;
    }
    return long_number();
  }
  // A number below `end`.
  std::uint64_t number_below(std::uint64_t end) {
    const std::uint64_t value = number();
    return value < end ? value : fail();
  }
  std::string_view bytes(std::uint64_t count) {
    if (count > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::string_view string() { return bytes(number()); }

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::uint64_t long_number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return fail();
  }
  std::uint64_t fail() {
    ok_ = false;
    rest_ = {};
    return 0;
  }
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace heddle::trace::hdl
