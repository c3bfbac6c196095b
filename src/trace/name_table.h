// SPDX-License-Identifier: Apache-2.0
// From the raw text of a name to a number, as fast as a text reader needs it: names of up to 16 bytes are
// compared as two machine words without following a pointer, longer ones by their hash and then their text.
// Open addressing with linear probing, at most half full. Not thread-safe.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace heddle::trace {

static_assert(std::endian::native == std::endian::little,
              "words of text are compared in little-endian order");

class NameTable {
 public:
  // At least this many bytes after a name must be readable (their content does not matter).
  static constexpr std::size_t kPadding = 8;

  NameTable() : slots_(64) {}

  // The number of `text`, or nullptr. text.data() has kPadding readable bytes after text.size().
  const std::uint64_t* find(std::string_view text) const {
    const Key key = key_of(text);
    for (std::size_t i = key.hash(shift_);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.key == key && (key.length <= 16 || texts_[slot.text] == text)) return &slot.number;
      if (slot.key.length == 0) return nullptr;
    }
  }

  // `text` is not yet in the table and not empty.
  void add(std::string_view text, std::uint64_t number) {
    if (2 * ++used_ > slots_.size()) grow();
    Slot slot{.number = number};
    const std::string padded = std::string(text) + std::string(kPadding, '\0');
    slot.key = key_of(std::string_view(padded).substr(0, text.size()));
    if (text.size() > 16) {
      slot.text = static_cast<std::uint32_t>(texts_.size());
      texts_.emplace_back(text);
    }
    place(slot);
  }

  std::size_t size() const { return used_; }

 private:
  struct Key {
    std::uint64_t low = 0, high = 0;
    std::uint32_t length = 0;  // 0: an empty slot
    friend bool operator==(const Key&, const Key&) = default;
    std::size_t hash(int shift) const {
      return ((low ^ (high * 0xD6E8FEB86659FD93U) ^ length) * 0x9E3779B97F4A7C15U) >> shift;
    }
  };
  struct Slot {
    Key key;
    std::uint32_t text = 0;
    std::uint64_t number = 0;
  };

  static std::uint64_t word_at(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, 8);
    return word;
  }
  static Key key_of(std::string_view text) {
    const auto length = static_cast<std::uint32_t>(text.size());
    if (length <= 8)
      return {length == 0 ? 0 : word_at(text.data()) & (~std::uint64_t{0} >> (64 - 8 * length)), 0, length};
    if (length <= 16) return {word_at(text.data()), word_at(text.data() + length - 8), length};
    return {base::hash_bytes(text), word_at(text.data() + length - 8), length};
  }

  void place(const Slot& slot) {
    std::size_t i = slot.key.hash(shift_);
    while (slots_[i].key.length != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old)
      if (slot.key.length != 0) place(slot);
  }

  std::vector<Slot> slots_;
  std::deque<std::string> texts_;  // of names longer than 16 bytes
  std::size_t used_ = 0;
  int shift_ = 64 - 6;
};

}  // namespace heddle::trace
