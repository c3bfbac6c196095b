// SPDX-License-Identifier: Apache-2.0
// Distinct keys of one fixed width, numbered in order of first appearance: the nodes of a diagram's layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace heddle::states {

template <class Word>
class BoundsTable {
 public:
  explicit BoundsTable(std::size_t width) : width_(width), slots_(1024) {}

  // The number of `key`, and whether it is new.
  std::pair<std::uint32_t, bool> insert(const Word* key) {
    const std::uint64_t hash = base::hash_bytes({reinterpret_cast<const char*>(key), width_ * sizeof(Word)});
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot].number != kFree) {
      if (slots_[slot].tag == tag && std::equal(key, key + width_, this->key(slots_[slot].number))) {
        return {slots_[slot].number, false};
      }
      slot = (slot + 1) & (slots_.size() - 1);
    }
    const auto number = static_cast<std::uint32_t>(size());
    slots_[slot] = {tag, number};
    keys_.insert(keys_.end(), key, key + width_);
    ++size_;
    if (size_ * 2 > slots_.size()) grow();
    return {number, true};
  }

  std::size_t size() const { return size_; }
  const Word* key(std::uint32_t number) const { return keys_.data() + number * width_; }
  std::size_t bytes() const { return keys_.capacity() * sizeof(Word) + slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kFree;
  };

  void grow() {
    slots_.assign(slots_.size() * 4, {});
    for (std::uint32_t number = 0; number < size_; ++number) {
      const std::uint64_t hash =
          base::hash_bytes({reinterpret_cast<const char*>(key(number)), width_ * sizeof(Word)});
      std::size_t slot = hash & (slots_.size() - 1);
      while (slots_[slot].number != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = {static_cast<std::uint32_t>(hash >> 32), number};
    }
  }

  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<Slot> slots_;
  std::vector<Word> keys_;
};

}  // namespace heddle::states
