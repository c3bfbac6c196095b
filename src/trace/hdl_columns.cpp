// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl_columns.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <zstd.h>

#include "base/check.h"

namespace heddle::trace::hdl {
namespace {

constexpr int kLevel = 1;              // zstd's: higher ones gain a few per cent and cost a multiple
constexpr std::size_t kTooShort = 64;  // to be worth compressing
constexpr std::uint8_t kAsIs = 0, kZstd = 1, kPacked = 2;
constexpr std::size_t kGroup = 8;  // bytes that are unpacked at once

unsigned bits_of(std::string_view bytes) {
  unsigned all = 0;
  for (const char byte : bytes) all |= static_cast<unsigned char>(byte);
  return static_cast<unsigned>(std::bit_width(all));
}

std::uint64_t ones(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

// Eight bytes as a number, the first the lowest, and back.
std::uint64_t load(const char* from) {
  std::uint64_t number = 0;
  std::memcpy(&number, from, sizeof number);
  if constexpr (std::endian::native == std::endian::big) number = __builtin_bswap64(number);
  return number;
}
void store(char* to, std::uint64_t number) {
  if constexpr (std::endian::native == std::endian::big) number = __builtin_bswap64(number);
  std::memcpy(to, &number, sizeof number);
}

}  // namespace

void pack(std::string& out, std::string_view bytes, unsigned bits) {
  std::uint64_t waiting = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    waiting |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte)) << count;
    for (count += bits; count >= 8; count -= 8, waiting >>= 8) out += static_cast<char>(waiting);
  }
  if (count > 0) out += static_cast<char>(waiting);
}

// A group is spread in three steps: its halves move to the halves of a word, theirs to the quarters, theirs
// to the bytes.
void unpack(std::string_view packed, unsigned bits, std::string& bytes) {
  HEDDLE_CHECK(bits < 8 && packed.size() == packed_size(bytes.size(), bits), "a packed column has its size");
  const std::uint64_t halves = ones(4 * bits);
  const std::uint64_t quarters = ones(2 * bits) * 0x0000000100000001U;
  const std::uint64_t eighths = ones(bits) * 0x0001000100010001U;
  const auto spread = [&](std::uint64_t group) {
    group = (group & halves) | ((group >> (4 * bits) & halves) << 32);
    group = (group & quarters) | ((group & (quarters << (2 * bits))) << (16 - 2 * bits));
    return (group & eighths) | ((group & (eighths << bits)) << (8 - bits));
  };
  std::size_t at = 0, from = 0;
  for (; at + kGroup <= bytes.size() && from + sizeof(std::uint64_t) <= packed.size();
       at += kGroup, from += bits)
    store(bytes.data() + at, spread(load(packed.data() + from)));
  for (; at < bytes.size(); at += kGroup, from += bits) {  // the last ones, without looking beyond
    char group[sizeof(std::uint64_t)] = {};
    std::memcpy(group, packed.data() + from, std::min(sizeof group, packed.size() - from));
    store(group, spread(load(group)));
    std::memcpy(bytes.data() + at, group, std::min(kGroup, bytes.size() - at));
  }
}

ColumnWriter::ColumnWriter() : zstd_(ZSTD_createCCtx()) { HEDDLE_CHECK(zstd_, "zstd gives a context"); }
ColumnWriter::~ColumnWriter() { ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(zstd_)); }

void ColumnWriter::put(std::string& out, std::string_view column) {
  HEDDLE_CHECK(column.size() <= kMostColumn, "a column keeps to its limit");
  const unsigned bits = bits_of(column);
  const std::uint64_t packed = packed_size(column.size(), bits);
  if (column.size() >= kTooShort && bits > 0) {
    scratch_.resize(ZSTD_compressBound(column.size()));
    const std::size_t size = ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(zstd_), scratch_.data(),
                                               scratch_.size(), column.data(), column.size(), kLevel);
    HEDDLE_CHECK(!ZSTD_isError(size), "zstd compresses into a buffer of its own bound");
    if (size + packed / 4 < packed) {  // less is not worth the decoding
      out += static_cast<char>(kZstd);
      put_number(out, column.size());
      put_number(out, size);
      out.append(scratch_.data(), size);
      return;
    }
  }
  if (bits < 8) {
    out += static_cast<char>(kPacked);
    put_number(out, column.size());
    out += static_cast<char>(bits);
    pack(out, column, bits);
    return;
  }
  out += static_cast<char>(kAsIs);
  put_string(out, column);
}

ColumnReader::ColumnReader() : zstd_(ZSTD_createDCtx()) { HEDDLE_CHECK(zstd_, "zstd gives a context"); }
ColumnReader::~ColumnReader() { ZSTD_freeDCtx(static_cast<ZSTD_DCtx*>(zstd_)); }

std::optional<std::string_view> ColumnReader::take(Cursor& cursor, std::size_t most, std::string& room) {
  const std::string_view method = cursor.bytes(1);
  const std::uint64_t size = cursor.number();
  if (!cursor.ok() || size > most) return std::nullopt;
  if (method[0] == kAsIs) {
    const std::string_view content = cursor.bytes(size);
    return cursor.ok() ? std::optional(content) : std::nullopt;
  }
  room.resize(size);
  if (method[0] == kZstd) {
    const std::string_view content = cursor.string();
    if (!cursor.ok() || ZSTD_decompressDCtx(static_cast<ZSTD_DCtx*>(zstd_), room.data(), size, content.data(),
                                            content.size()) != size)
      return std::nullopt;
    return room;
  }
  const std::uint64_t bits = cursor.number_below(8);
  const std::string_view content = cursor.bytes(packed_size(size, static_cast<unsigned>(bits)));
  if (method[0] != kPacked || !cursor.ok()) return std::nullopt;
  unpack(content, static_cast<unsigned>(bits), room);
  return room;
}

}  // namespace heddle::trace::hdl
