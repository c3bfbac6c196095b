// SPDX-License-Identifier: Apache-2.0
// The ranks of a job and the messages between them.
//
// What is sent is collected for each rank, and goes out as one batch when `flush` is called or enough has come together.
// A batch names the build of heddle that made it and has a digest: one of another build, or one that was damaged on the
// way, is refused, and the job ends. Not thread-safe.
//
// Nothing here waits, so what a slow rank has not taken yet is kept by whoever sent it. Who sends without being asked
// looks at `is_full` before, and goes on receiving meanwhile: everybody does, so what waits is taken in the end.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cluster/transport.h"

namespace heddle::cluster {

struct Message {
  std::size_t from = 0;
  std::uint32_t kind = 0;
  std::uint32_t round = 0;
  std::string body;
};

struct Traffic {
  std::uint64_t batches = 0, messages = 0, bytes = 0;  // sent to other ranks
};

class Group {
 public:
  // `build`: a digest of the program that takes part.
  Group(std::unique_ptr<Transport> transport, std::uint64_t build, std::size_t most_unsent = kMostUnsent);

  std::size_t rank() const { return transport_->rank(); }
  std::size_t size() const { return transport_->size(); }
  std::uint64_t build() const { return build_; }
  void send(std::size_t to, std::uint32_t kind, std::uint32_t round, std::string_view body);
  void send_to_all(std::uint32_t kind, std::uint32_t round, std::string_view body);  // itself included
  std::optional<Message> receive();                                                  // of a kind below kApart
  std::optional<Message> receive_apart();                                            // of the others
  void flush();
  bool is_full() { return transport_->unsent_bytes() > most_unsent_; }  // enough waits for other ranks
  static constexpr std::uint32_t kApart = 100;
  const std::string& refused() const { return refused_; }  // why the job ends; empty: it does not
  // This rank cannot go on: neither can the others.
  void give_up(std::string_view why);
  Traffic traffic() const { return traffic_; }
  Transport& transport() { return *transport_; }
  // Rounds of different works of the same ranks have different numbers: what is late is of none that goes on.
  std::uint32_t begin_work() { return last_round_ += 2; }
  void begin_round(std::uint32_t round) { last_round_ = round; }

 private:
  void unpack(std::size_t from, std::string_view bytes);
  void keep(Message message);

  std::unique_ptr<Transport> transport_;
  static constexpr std::size_t kMostUnsent = std::size_t{64} << 20;

  std::uint64_t build_;
  std::size_t most_unsent_;           // bytes
  std::vector<std::string> batches_;  // for each rank
  void take_arrived();
  std::optional<Message> next_of(std::deque<Message>& queue);

  std::deque<Message> arrived_, apart_;
  std::string refused_;
  Traffic traffic_;
  std::uint32_t last_round_ = 0;
};

// Plain values one after the other, as messages have them.
class Packer {
 public:
  template <class T>
  Packer& operator<<(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Packer& operator<<(const std::string& text) {
    *this << static_cast<std::uint64_t>(text.size());
    text_ += text;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};
class Unpacker {
 public:
  explicit Unpacker(std::string_view text) : text_(text) {}
  template <class T>
  Unpacker& operator>>(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (const std::string_view bytes = take(sizeof value); is_good_)
      __builtin_memcpy(&value, bytes.data(), sizeof value);
    return *this;
  }
  Unpacker& operator>>(std::string& text) {
    std::uint64_t size = 0;
    *this >> size;
    text = take(size);
    return *this;
  }
  bool is_good() const { return is_good_; }  // nothing was missing so far
  bool is_empty() const { return text_.empty(); }

 private:
  std::string_view take(std::size_t size) {
    if (size > text_.size()) {
      is_good_ = false;
      return {};
    }
    const std::string_view bytes = text_.substr(0, size);
    text_.remove_prefix(size);
    return bytes;
  }
  std::string_view text_;
  bool is_good_ = true;
};

}  // namespace heddle::cluster
