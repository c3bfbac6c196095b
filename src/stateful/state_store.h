// SPDX-License-Identifier: Apache-2.0
// The states a search has seen, numbered in order of arrival.
//
// A state is a row of numbers, of which its neighbours share all but a few. It is kept as a binary tree: two numbers
// are a pair, two pairs are a pair of the next level, and equal pairs are kept once. So a state costs one pair of its
// own, 8 bytes, and what it does not share with others below it; and a state that differs from the last one in one
// number is found with as many lookups as the tree has levels. Rows are taken as if zeros followed; they never end in
// zero themselves. (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free. SPIN 2011.)
//
// On compact() the pairs are given up for 64-bit hashes of the rows, after which two states may be taken for one:
// with n states the chance that this ever happened is about n² / 2⁶⁵. Not thread-safe.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "stateful/pair_set.h"

namespace heddle::stateful {

using StateNumber = std::uint32_t;
inline constexpr StateNumber kNoState = 0xFFFFFFFF;

class StateStore {
 public:
  StateStore() { inner_.add(0); }  // pair 0: nothing but zeros

  // Its number, and whether it is new.
  std::pair<StateNumber, bool> add(std::span<const std::uint32_t> words) {
    return states_.add(compacted_ ? hash_of(words) : root_of(words));
  }
  // Only kept, never looked up.
  void append(std::span<const std::uint32_t> words) { appended_.push_back(root_of(words)); }
  // Valid until the next call; only while not compacted.
  std::span<const std::uint32_t> operator[](StateNumber number) const {
    const std::uint64_t root = appended_.size() != 0 ? appended_[number] : states_[number];
    const auto level = static_cast<unsigned>(root & kMostLevels);
    row_.resize(std::size_t{2} << level);
    row_[0] = static_cast<std::uint32_t>(root >> 35);
    row_[1] = static_cast<std::uint32_t>(root >> 6) & kMostNumbers;
    for (std::size_t count = 2; count < row_.size(); count *= 2)
      for (std::size_t i = count; i-- > 0;) {
        const std::uint64_t pair = inner_[row_[i]];
        row_[2 * i] = static_cast<std::uint32_t>(pair >> 32);
        row_[2 * i + 1] = static_cast<std::uint32_t>(pair);
      }
    std::size_t size = row_.size();
    while (size > 0 && row_[size - 1] == 0) --size;
    return std::span(row_).first(size);
  }
  std::size_t size() const { return states_.size() + appended_.size(); }
  bool compacted() const { return compacted_; }
  void compact() {
    PairSet hashes;
    for (StateNumber number = 0; number < size(); ++number) hashes.append(hash_of((*this)[number]));
    *this = StateStore();
    states_ = std::move(hashes);
    compacted_ = true;
  }
  std::size_t memory() const { return states_.memory() + appended_.memory() + inner_.memory(); }

 private:
  static constexpr std::uint32_t kMostNumbers = 0x1FFFFFFF;  // 29 bits
  static constexpr std::uint64_t kMostLevels = 31;

  static std::uint64_t hash_of(std::span<const std::uint32_t> words) {
    return base::hash_bytes({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
  }
  std::uint32_t number_of(std::uint32_t left, std::uint32_t right) {
    return (left | right) == 0 ? 0 : inner_.add(std::uint64_t{left} << 32 | right).first;
  }
  // The topmost pair of its tree. Only what differs from the last row is looked up: rows_[0] is that one, rows_[k] the
  // numbers of its pairs at level k.
  std::uint64_t root_of(std::span<const std::uint32_t> words) {
    const auto level = static_cast<std::size_t>(words.size() <= 2 ? 0 : std::bit_width(words.size() - 1) - 1);
    HEDDLE_CHECK(level <= kMostLevels, "a state has less than four billion parts");
    if (rows_.size() != level + 1) {
      rows_.assign(level + 1, {});
      for (std::size_t k = 0; k <= level; ++k) rows_[k].resize(std::size_t{2} << (level - k));
    }
    changed_.clear();
    for (std::size_t i = 0; i < rows_[0].size(); ++i) {
      const std::uint32_t word = i < words.size() ? words[i] : 0;
      if (rows_[0][i] == word) continue;
      rows_[0][i] = word;
      if (changed_.empty() || changed_.back() != i / 2) changed_.push_back(i / 2);
    }
    for (std::size_t k = 0; k < level; ++k) {
      std::size_t kept = 0;
      for (const std::size_t i : changed_) {
        rows_[k + 1][i] = number_of(rows_[k][2 * i], rows_[k][2 * i + 1]);
        if (kept == 0 || changed_[kept - 1] != i / 2) changed_[kept++] = i / 2;
      }
      changed_.resize(kept);
    }
    const std::uint32_t left = rows_[level][0], right = rows_[level][1];
    HEDDLE_CHECK(left <= kMostNumbers && right <= kMostNumbers, "parts of states are numbered with 29 bits");
    return std::uint64_t{left} << 35 | std::uint64_t{right} << 6 | level;
  }

  PairSet states_;                    // topmost pairs; when compacted, hashes
  Segments<std::uint64_t> appended_;  // likewise
  PairSet inner_;
  bool compacted_ = false;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::vector<std::size_t> changed_;
  mutable std::vector<std::uint32_t> row_;
};

}  // namespace heddle::stateful
