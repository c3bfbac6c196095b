// SPDX-License-Identifier: Apache-2.0
// Numbers the distinct keys of one block after another, 0, 1, 2 … in the order of their first appearance.
// Open addressing with linear probing, at most half full; a slot belongs to the block whose generation it
// carries, so starting the next block touches no memory. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace heddle::trace {

// Hash: from a key to 64 bits, of which the high ones are used.
template <class Key, class Hash>
class NumberTable {
 public:
  void clear() {
    keys_.clear();
    if (++generation_ == 0) {
      slots_.assign(slots_.size(), {});
      generation_ = 1;
    }
  }

  std::uint32_t number(const Key& key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    Slot& slot = slot_of(key);
    if (slot.generation != generation_) {
      slot = {key, static_cast<std::uint32_t>(keys_.size()), generation_};
      keys_.push_back(key);
    }
    return slot.number;
  }

  // By number.
  const std::vector<Key>& keys() const { return keys_; }

 private:
  struct Slot {
    Key key{};
    std::uint32_t number = 0;
    std::uint32_t generation = 0;
  };

  // The key's, or the empty one where it belongs.
  Slot& slot_of(const Key& key) {
    for (std::size_t i = Hash()(key) >> shift_;; i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (slot.generation != generation_ || slot.key == key) return slot;
    }
  }

  void grow() {
    slots_.assign(slots_.size() * 2, {});
    --shift_;
    for (std::size_t i = 0; i < keys_.size(); ++i)
      slot_of(keys_[i]) = {keys_[i], static_cast<std::uint32_t>(i), generation_};
  }

  std::vector<Key> keys_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  int shift_ = 58;
  std::uint32_t generation_ = 1;
};

}  // namespace heddle::trace
