// SPDX-License-Identifier: Apache-2.0
// The columns of .hdl payloads: bytes that are compressed on their own, so that like stands with like.
//
//   column = method, bytes uncompressed, content
//     0 as is    the bytes
//     1 zstd     bytes compressed, a frame
//     2 packed   bits a byte (0 to 7), the low bits of the bytes one after the other
//
// Programs repeat themselves, and zstd makes a tenth of their columns. Where nothing repeats it can only give
// frequent bytes fewer bits; that gains little over packing, and takes most of the time of reading a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trace/hdl_format.h"

namespace heddle::trace::hdl {

inline constexpr std::size_t kMostColumn = std::size_t{1} << 24;  // bytes of a column, uncompressed

class ColumnWriter {
 public:
  ColumnWriter();
  ColumnWriter(const ColumnWriter&) = delete;
  ColumnWriter& operator=(const ColumnWriter&) = delete;
  ~ColumnWriter();
  void put(std::string& out, std::string_view column);

 private:
  void* zstd_;
  std::string scratch_;
};

class ColumnReader {
 public:
  ColumnReader();
  ColumnReader(const ColumnReader&) = delete;
  ColumnReader& operator=(const ColumnReader&) = delete;
  ~ColumnReader();
  // The column's bytes, where the cursor has them or in `room`; none if it is damaged or longer than `most`.
  std::optional<std::string_view> take(Cursor& cursor, std::size_t most, std::string& room);

 private:
  void* zstd_;
};

// `bits` of each byte, at most 7, and back.
void pack(std::string& out, std::string_view bytes, unsigned bits);
void unpack(std::string_view packed, unsigned bits, std::string& bytes);  // as many as `bytes` has
constexpr std::uint64_t packed_size(std::uint64_t bytes, unsigned bits) { return (bytes * bits + 7) / 8; }

}  // namespace heddle::trace::hdl
