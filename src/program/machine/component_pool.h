// SPDX-License-Identifier: Apache-2.0
// Parts of states, each kept once: a thread's stack, a page of globals, a heap block. A state is then a short
// vector of their numbers, equal parts have equal numbers, and saving what did not change costs nothing.
// The idea is the collapse compression of explicit-state model checkers. Not thread-safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::program {

using ComponentNumber = std::uint32_t;  // 0 is: no such part

class ComponentPool {
 public:
  ComponentPool() : slots_(1024) { ends_.push_back(0); }

  ComponentNumber intern(std::span<const std::uint8_t> bytes) {
    const std::uint64_t hash = base::hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const std::uint32_t mask = mask_of();
    const std::uint32_t tag = static_cast<std::uint32_t>(hash >> 32) & ~mask;
    std::size_t at = hash & mask;
    for (; slots_[at] != 0; at = (at + 1) & mask)
      if ((slots_[at] & ~mask) == tag && equal(slots_[at] & mask, bytes)) return slots_[at] & mask;
    const auto number = static_cast<ComponentNumber>(ends_.size());
    HEDDLE_CHECK(ends_.size() < 0x70000000, "components are numbered with 31 bits");
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    ends_.push_back(bytes_.size());
    slots_[at] = tag | number;
    if (ends_.size() * 4 > slots_.size() * 3) grow();
    return number;
  }
  // Valid until the next intern.
  std::span<const std::uint8_t> operator[](ComponentNumber number) const {
    return {bytes_.data() + ends_[number - 1], ends_[number] - ends_[number - 1]};
  }
  std::size_t size() const { return ends_.size() - 1; }
  std::size_t memory() const {
    return bytes_.capacity() + ends_.capacity() * sizeof(std::uint64_t) +
           slots_.capacity() * sizeof(slots_[0]);
  }

 private:
  std::uint32_t mask_of() const { return static_cast<std::uint32_t>(slots_.size() - 1); }
  bool equal(ComponentNumber number, std::span<const std::uint8_t> bytes) const {
    const std::span<const std::uint8_t> known = (*this)[number];
    return known.size() == bytes.size() && std::memcmp(known.data(), bytes.data(), bytes.size()) == 0;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    const std::uint32_t mask = mask_of();
    for (ComponentNumber number = 1; number < ends_.size(); ++number) {
      const std::span<const std::uint8_t> bytes = (*this)[number];
      const std::uint64_t hash =
          base::hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      std::size_t at = hash & mask;
      while (slots_[at] != 0) at = (at + 1) & mask;
      slots_[at] = (static_cast<std::uint32_t>(hash >> 32) & ~mask) | number;
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> ends_;   // component k is bytes ends_[k − 1] to ends_[k]
  std::vector<std::uint32_t> slots_;  // number, and above its bits those of the hash; 0: none
};

}  // namespace heddle::program
