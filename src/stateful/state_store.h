// SPDX-License-Identifier: Apache-2.0
// The states a search has seen, numbered in order of arrival. Each is kept as its words; on compact() they
// are given up for 64-bit hashes, after which two states may be taken for one: with n states the chance that
// this ever happened is about n² / 2⁶⁵. Not thread-safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::stateful {

using StateNumber = std::uint32_t;
inline constexpr StateNumber kNoState = 0xFFFFFFFF;

class StateStore {
 public:
  StateStore() : slots_(1024) { ends_.push_back(0); }

  // Its number, and whether it is new.
  std::pair<StateNumber, bool> add(std::span<const std::uint32_t> words) {
    const std::uint64_t hash =
        base::hash_bytes({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].number_plus_one != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].tag != tag) continue;
      const StateNumber number = slots_[at].number_plus_one - 1;
      if (compacted_ ? hashes_[number] == hash : equal(number, words)) return {number, false};
    }
    const auto number = static_cast<StateNumber>(size_++);
    HEDDLE_CHECK(size_ < kNoState, "states are numbered with 32 bits");
    slots_[at] = {number + 1, tag};
    if (compacted_) {
      hashes_.push_back(hash);
    } else {
      words_.insert(words_.end(), words.begin(), words.end());
      ends_.push_back(words_.size());
    }
    if (size_ * 4 > slots_.size() * 3) grow();
    return {number, true};
  }
  // Only kept, never looked up.
  void append(std::span<const std::uint32_t> words) {
    words_.insert(words_.end(), words.begin(), words.end());
    ends_.push_back(words_.size());
    ++size_;
  }
  // Valid until the next add; only while not compacted.
  std::span<const std::uint32_t> operator[](StateNumber number) const {
    return {words_.data() + ends_[number], ends_[number + 1] - ends_[number]};
  }
  std::size_t size() const { return size_; }
  bool compacted() const { return compacted_; }
  void compact() {
    hashes_.reserve(size_);
    for (StateNumber number = 0; number < size_; ++number) hashes_.push_back(hash_of(number));
    std::vector<std::uint32_t>().swap(words_);
    std::vector<std::uint64_t>().swap(ends_);
    compacted_ = true;
  }
  std::size_t memory() const {
    return words_.size() * sizeof(std::uint32_t) + ends_.size() * sizeof(std::uint64_t) +
           hashes_.size() * sizeof(std::uint64_t) + slots_.size() * sizeof(Slot);
  }

 private:
  struct Slot {
    std::uint32_t number_plus_one = 0;
    std::uint32_t tag = 0;
  };
  std::uint64_t hash_of(StateNumber number) const {
    if (compacted_) return hashes_[number];
    const std::span<const std::uint32_t> words = (*this)[number];
    return base::hash_bytes({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
  }
  bool equal(StateNumber number, std::span<const std::uint32_t> words) const {
    const std::span<const std::uint32_t> known = (*this)[number];
    return known.size() == words.size() && std::memcmp(known.data(), words.data(), words.size_bytes()) == 0;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number_plus_one == 0) continue;
      std::size_t at = hash_of(slot.number_plus_one - 1) & (slots_.size() - 1);
      while (slots_[at].number_plus_one != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> ends_;  // state k is words ends_[k] to ends_[k + 1]
  std::vector<std::uint64_t> hashes_;
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  bool compacted_ = false;
};

}  // namespace heddle::stateful
