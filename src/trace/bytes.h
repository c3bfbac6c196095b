// SPDX-License-Identifier: Apache-2.0
// Where the bytes of a trace come from and go to: a file, a pipe, or memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace heddle::trace {

// A stream of bytes to read once, from the start. Not thread-safe.
class ByteSource {
 public:
  static base::Result<ByteSource> open(const std::string& path);  // "-" is standard input
  static ByteSource from_memory(std::string bytes, std::string name);

  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ~ByteSource();

  // Asked when a signal ends a wait for bytes: if true, there are no more.
  void stop_when(bool (*stopped)()) { stopped_ = stopped; }
  bool was_stopped() const { return was_stopped_; }

  const std::string& name() const { return name_; }
  // Fills `into` as far as there are bytes now: less than asked for is the end.
  base::Result<std::size_t> read(std::span<char> into);
  // Up to `count` first bytes without consuming them; only before the first read.
  base::Result<std::string_view> peek(std::size_t count);
  // Goes on at byte `offset` from the start; fails on a pipe.
  base::Result<void> seek(std::uint64_t offset);

  std::uint64_t offset() const { return offset_; }  // bytes read so far
  std::uint64_t size() const;                       // bytes there are now; 0: unknown

 private:
  ByteSource() = default;
  base::Result<std::size_t> read_device(std::span<char> into);
  void close();

  std::string name_;
  int device_ = -1;
  bool owned_ = false;
  bool seekable_ = false;
  bool (*stopped_)() = nullptr;
  bool was_stopped_ = false;
  std::string memory_;     // peeked bytes, or all there are when there is no device
  std::size_t taken_ = 0;  // of memory_
  std::uint64_t offset_ = 0;
};

// A stream of bytes to write. What was written is in the file at once, not in a buffer of ours: a crash later
// loses nothing. Not thread-safe.
class ByteSink {
 public:
  static base::Result<ByteSink> create(const std::string& path);  // "-" is standard output
  static ByteSink to_memory(std::string& bytes);                  // `bytes` outlives the sink

  ByteSink(ByteSink&& other) noexcept;
  ByteSink& operator=(ByteSink&& other) noexcept;
  ~ByteSink();

  const std::string& name() const { return name_; }
  base::Result<void> write(std::string_view bytes);
  base::Result<void> close();
  std::uint64_t offset() const { return offset_; }

 private:
  ByteSink() = default;

  std::string name_;
  int device_ = -1;
  bool owned_ = false;
  std::string* memory_ = nullptr;
  std::uint64_t offset_ = 0;
};

}  // namespace heddle::trace
