// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl_format.h"

#include "base/check.h"
#include "base/hash.h"

namespace heddle::trace::hdl {
namespace {

constexpr std::size_t kChecksumOffset = 24;

std::uint64_t checksum(std::string_view frame, std::string_view payload) {
  return base::hash_bytes(payload, base::hash_bytes(frame.substr(0, kChecksumOffset)));
}

}  // namespace

void put_fixed(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xff);
}
std::uint64_t fixed(std::string_view bytes, std::size_t offset, int count) {
  std::uint64_t number = 0;
  for (int i = 0; i < count; ++i)
    number |=
        static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[offset + static_cast<std::size_t>(i)]))
        << (8 * i);
  return number;
}

void put_number(std::string& out, std::uint64_t number) {
  if (number < 0x80) [[likely]]
    return out.push_back(static_cast<char>(number));
  while (number >= 0x80) {
    out += static_cast<char>(number | 0x80);
    number >>= 7;
  }
  out += static_cast<char>(number);
}
void put_string(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

std::string file_header() {
  std::string out(kMagic);
  put_fixed(out, kVersion, 4);
  put_fixed(out, 0, 4);
  return out;
}
std::string file_trailer(std::uint64_t index_offset) {
  std::string out;
  put_fixed(out, index_offset, 8);
  out += kEndMark;
  return out;
}

std::string seal(BlockKind kind, std::uint64_t position, std::uint32_t events, std::string_view payload) {
  HEDDLE_CHECK(payload.size() <= kMostPayload && events <= kMostEvents, "a block keeps to its limits");
  std::string out;
  out.reserve(kFrameBytes + payload.size());
  put_fixed(out, kBlockMark, 4);
  put_fixed(out, static_cast<std::uint8_t>(kind), 4);
  put_fixed(out, payload.size(), 4);
  put_fixed(out, events, 4);
  put_fixed(out, position, 8);
  put_fixed(out, checksum(out, payload), 8);
  out += payload;
  return out;
}

bool read_frame(std::string_view bytes, Frame& frame) {
  frame = {.kind = static_cast<std::uint8_t>(bytes[4]),
           .payload_bytes = static_cast<std::uint32_t>(fixed(bytes, 8, 4)),
           .events = static_cast<std::uint32_t>(fixed(bytes, 12, 4)),
           .position = fixed(bytes, 16, 8),
           .checksum = fixed(bytes, kChecksumOffset, 8)};
  return fixed(bytes, 0, 4) == kBlockMark && fixed(bytes, 5, 3) == 0 && frame.payload_bytes <= kMostPayload &&
         frame.events <= kMostEvents;
}

bool checksum_holds(std::string_view frame_bytes, std::string_view payload) {
  return fixed(frame_bytes, kChecksumOffset, 8) == checksum(frame_bytes, payload);
}

}  // namespace heddle::trace::hdl
