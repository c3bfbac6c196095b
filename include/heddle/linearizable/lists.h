// SPDX-License-Identifier: Apache-2.0
// Memory for millions of states that are lists of numbers. They stand in a few large blocks: freed one by one they would
// take as long as the search that made them, and a search that is stopped would end long after its limit.
#ifndef HEDDLE_LINEARIZABLE_LISTS_H
#define HEDDLE_LINEARIZABLE_LISTS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle {
namespace linearize {
namespace detail {

// Where something is or may be put: open addressing, half of the slots are free at least. 0 is a free one.
class Slots {
 public:
  template <class IsIt>
  std::size_t* find(std::uint64_t hash, IsIt is_it) {
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0 && !is_it(slots_[slot] - 1)) slot = (slot + 1) & (slots_.size() - 1);
    return &slots_[slot];
  }
  // Before one is added to so many.
  template <class Hash>
  void make_room(std::size_t count, Hash hash) {
    if ((count + 1) * 2 <= slots_.size()) return;
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < count; ++i) *find(hash(i), [](std::size_t) { return false; }) = i + 1;
  }

 private:
  std::vector<std::size_t> slots_ = std::vector<std::size_t>(64, 0);
};

// Equal lists have the same number, from 0 on.
class Lists {
 public:
  std::vector<std::uint32_t> operator[](std::uint32_t number) const {
    return {values_.begin() + begin(number), values_.begin() + begin(number + 1)};
  }
  std::uint32_t number(const std::vector<std::uint32_t>& list) {
    slots_.make_room(hashes_.size(), [&](std::size_t i) { return hashes_[i]; });
    const std::uint64_t hash = hash_of(list);
    std::size_t* slot = slots_.find(hash, [&](std::size_t i) {
      return hashes_[i] == hash &&
             std::equal(list.begin(), list.end(), values_.begin() + begin(i), values_.begin() + begin(i + 1));
    });
    if (*slot == 0) {
      values_.insert(values_.end(), list.begin(), list.end());
      ends_.push_back(values_.size());
      hashes_.push_back(hash);
      *slot = hashes_.size();
    }
    return static_cast<std::uint32_t>(*slot - 1);
  }

 private:
  std::ptrdiff_t begin(std::size_t number) const { return static_cast<std::ptrdiff_t>(ends_[number]); }
  static std::uint64_t hash_of(const std::vector<std::uint32_t>& list) {
    std::uint64_t result = list.size() + 1;
    for (const std::uint32_t each : list) {
      result = (result ^ each) * 0x9e3779b97f4a7c15U;
      result ^= result >> 29;
    }
    return result;
  }
  Slots slots_;
  std::vector<std::uint32_t> values_;                               // of all lists
  std::vector<std::size_t> ends_ = std::vector<std::size_t>(1, 0);  // of each, behind the end of none
  std::vector<std::uint64_t> hashes_;
};

// Values by keys; what is there stays as it is.
template <class Value>
class FlatMap {
 public:
  const Value* find(std::uint64_t key) {
    const std::size_t* slot = slots_.find(hash_of(key), [&](std::size_t i) { return keys_[i] == key; });
    return *slot == 0 ? nullptr : &values_[*slot - 1];
  }
  const Value& add(std::uint64_t key, Value value) {  // that is not there
    slots_.make_room(keys_.size(), [&](std::size_t i) { return hash_of(keys_[i]); });
    keys_.push_back(key);
    values_.push_back(std::move(value));
    *slots_.find(hash_of(key), [](std::size_t) { return false; }) = keys_.size();
    return values_.back();
  }

 private:
  static std::uint64_t hash_of(std::uint64_t key) {
    key *= 0x9e3779b97f4a7c15U;
    return key ^ key >> 32;
  }
  Slots slots_;
  std::vector<std::uint64_t> keys_;
  std::vector<Value> values_;
};

}  // namespace detail
}  // namespace linearize
}  // namespace heddle
#endif
