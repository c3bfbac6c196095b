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
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].number != 0) {
      if (slots_[at].tag == tag && equal(slots_[at].number, bytes)) return slots_[at].number;
      at = (at + 1) & (slots_.size() - 1);
    }
    const auto number = static_cast<ComponentNumber>(ends_.size());
    HEDDLE_CHECK(ends_.size() < 0xFFFFFFFF, "components are numbered with 32 bits");
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    ends_.push_back(bytes_.size());
    slots_[at] = {number, tag};
    if (ends_.size() * 2 > slots_.size()) grow();
    return number;
  }
  // Valid until the next intern.
  std::span<const std::uint8_t> operator[](ComponentNumber number) const {
    return {bytes_.data() + ends_[number - 1], ends_[number] - ends_[number - 1]};
  }
  std::size_t size() const { return ends_.size() - 1; }
  std::size_t memory() const {
    return bytes_.capacity() + ends_.capacity() * sizeof(std::uint64_t) + slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    ComponentNumber number = 0;
    std::uint32_t tag = 0;
  };
  bool equal(ComponentNumber number, std::span<const std::uint8_t> bytes) const {
    const std::span<const std::uint8_t> known = (*this)[number];
    return known.size() == bytes.size() && std::memcmp(known.data(), bytes.data(), bytes.size()) == 0;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == 0) continue;
      const std::span<const std::uint8_t> bytes = (*this)[slot.number];
      std::size_t at =
          base::hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}) & (slots_.size() - 1);
      while (slots_[at].number != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> ends_;  // component k is bytes ends_[k − 1] to ends_[k]
  std::vector<Slot> slots_;
};

}  // namespace heddle::program
