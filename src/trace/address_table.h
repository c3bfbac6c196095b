// SPDX-License-Identifier: Apache-2.0
// The distinct addresses of one block of events, and each one's rank among them in rising order.
//
// A program's accesses stand close together, so addresses are kept as bits of lines of 512 bytes: adding one
// that is near the last costs a shift and an or, ranking needs only the lines sorted, and a rank is a count
// of bits. A lone address costs a line of a hundred bytes. Used in three turns: add all, sort, ask ranks. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "trace/number_table.h"

namespace heddle::trace {

class AddressTable {
 public:
  void clear() {
    numbers_.clear();
    lines_.clear();
    last_key_ = ~std::uint64_t{0};
    size_ = 0;
  }

  // The number of its line, which its rank is asked with.
  std::uint32_t add(std::uint64_t address) {
    const std::uint64_t key = address / kLine;
    if (key != last_key_) {
      last_key_ = key;
      last_line_ = numbers_.number(key);
      if (last_line_ == lines_.size()) lines_.push_back({key, {}, {}});
    }
    lines_[last_line_].bits[address % kLine / 64] |= std::uint64_t{1} << (address % 64);
    return last_line_;
  }

  // Calls `each` with every address in rising order.
  template <class Each>
  void sort(Each each) {
    sorted_.clear();
    for (std::uint32_t i = 0; i < lines_.size(); ++i) sorted_.emplace_back(lines_[i].key, i);
    std::sort(sorted_.begin(), sorted_.end());
    for (const auto& [key, number] : sorted_) {
      Line& line = lines_[number];
      for (std::size_t word = 0; word < line.bits.size(); ++word) {
        line.before[word] = size_;
        for (std::uint64_t bits = line.bits[word]; bits != 0; bits &= bits - 1) {
          each(key * kLine + word * 64 + static_cast<std::uint64_t>(__builtin_ctzll(bits)));
          ++size_;
        }
      }
    }
  }

  std::uint32_t size() const { return size_; }
  std::uint32_t rank(std::uint32_t line, std::uint64_t address) const {
    const std::size_t word = address % kLine / 64;
    const std::uint64_t below = (std::uint64_t{1} << (address % 64)) - 1;
    return lines_[line].before[word] + count_bits(lines_[line].bits[word] & below);
  }

 private:
  static constexpr std::uint64_t kLine = 512;
  struct Line {
    std::uint64_t key;                    // address / kLine
    std::array<std::uint64_t, 8> bits;    // which of its addresses there are
    std::array<std::uint32_t, 8> before;  // addresses below each word's
  };
  struct Hash {
    std::uint64_t operator()(std::uint64_t key) const { return key * 0x9E3779B97F4A7C15U; }
  };
  // Without the processor's own instruction, which not every one has.
  static std::uint32_t count_bits(std::uint64_t x) {
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return static_cast<std::uint32_t>(x * 0x0101010101010101U >> 56);
  }

  NumberTable<std::uint64_t, Hash> numbers_;
  std::vector<Line> lines_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted_;
  std::uint64_t last_key_ = ~std::uint64_t{0};
  std::uint32_t last_line_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace heddle::trace
