// SPDX-License-Identifier: Apache-2.0
// Keys of 64 bits, numbered in order of arrival and found again: 8 bytes for a key, and 4 for a slot of the index, of
// which up to seven in eight are used. Bits of a slot that its number does not need yet hold a part of the hash, so
// that hardly any other key is looked at. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::stateful {

// Grows without moving or doubling what is there.
template <class T>
class Segments {
 public:
  T& operator[](std::size_t at) { return segments_[at / kSegment][at % kSegment]; }
  const T& operator[](std::size_t at) const { return segments_[at / kSegment][at % kSegment]; }
  void push_back(T value) {
    if (size_ == segments_.size() * kSegment) segments_.push_back(std::make_unique<T[]>(kSegment));
    (*this)[size_++] = value;
  }
  std::size_t size() const { return size_; }
  std::size_t memory() const { return segments_.size() * (kSegment * sizeof(T) + sizeof(segments_[0])); }

 private:
  static constexpr std::size_t kSegment = 2048;

  std::vector<std::unique_ptr<T[]>> segments_;
  std::size_t size_ = 0;
};

class PairSet {
 public:
  PairSet() : slots_(256) {}

  // Its number, and whether it is new.
  std::pair<std::uint32_t, bool> add(std::uint64_t key) {
    const std::uint64_t hash = base::mix(key);
    const std::uint32_t mask = mask_of();
    const auto tag = static_cast<std::uint32_t>(hash >> 32) & ~mask;
    std::size_t at = hash & mask;
    for (; slots_[at] != 0; at = (at + 1) & mask)
      if ((slots_[at] & ~mask) == tag && keys_[(slots_[at] & mask) - 1] == key)
        return {(slots_[at] & mask) - 1, false};
    return {put(at, tag, key), true};
  }
  // Though it may be there already.
  void append(std::uint64_t key) {
    const std::uint64_t hash = base::mix(key);
    const std::uint32_t mask = mask_of();
    put(free_slot(hash), static_cast<std::uint32_t>(hash >> 32) & ~mask, key);
  }
  std::uint64_t operator[](std::uint32_t number) const { return keys_[number]; }
  std::size_t size() const { return keys_.size(); }
  std::size_t memory() const { return keys_.memory() + slots_.capacity() * sizeof(slots_[0]); }

 private:
  std::uint32_t mask_of() const { return static_cast<std::uint32_t>(slots_.size() - 1); }
  std::size_t free_slot(std::uint64_t hash) const {
    std::size_t at = hash & mask_of();
    while (slots_[at] != 0) at = (at + 1) & mask_of();
    return at;
  }
  std::uint32_t put(std::size_t at, std::uint32_t tag, std::uint64_t key) {
    const auto number = static_cast<std::uint32_t>(keys_.size());
    HEDDLE_CHECK(keys_.size() < 0x70000000, "keys are numbered with 31 bits");
    keys_.push_back(key);
    slots_[at] = tag | (number + 1);
    if (keys_.size() * 8 > slots_.size() * 7) grow();
    return number;
  }
  void grow() {
    const std::size_t size = slots_.size() * 2;
    std::vector<std::uint32_t>().swap(slots_);
    slots_.resize(size);
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
      const std::uint64_t hash = base::mix(keys_[number]);
      slots_[free_slot(hash)] = (static_cast<std::uint32_t>(hash >> 32) & ~mask_of()) | (number + 1);
    }
  }

  Segments<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // number + 1, and above its bits those of the hash; 0: none
};

}  // namespace heddle::stateful
