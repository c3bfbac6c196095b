// SPDX-License-Identifier: Apache-2.0
// Which blocks and threads a search has taken for each other, because two states were isomorphic.
//
// What the search learns about a block of one state (its lock, say) is then also a claim about the block it
// was taken for, in the states that were not explored. So whatever is learned must be named alike for both:
// LockInference and Movers name memory by the set its block is in. The sets only grow; what was learned under
// finer names is worthless, and the search starts over (machine_search.cpp).
#pragma once

#include <algorithm>
#include <vector>

#include "program/machine/machine.h"

namespace heddle::stateful {

class Alike {
 public:
  // Two states with one key: position by position they are taken for each other. True if that is new.
  bool note(const program::Renaming& one, const program::Renaming& other) {
    bool news = false;
    for (std::size_t i = 0; i < std::min(one.threads.size(), other.threads.size()); ++i)
      news = join(threads_, one.threads[i], other.threads[i]) || news;
    for (std::size_t i = 0; i < std::min(one.objects.size(), other.objects.size()); ++i)
      news = join(objects_, one.objects[i], other.objects[i]) || news;
    return news;
  }
  // What it takes to note the same elsewhere: who stands for whom.
  struct Pair {
    std::uint32_t one = 0, other = 0;
  };
  struct Pairs {
    std::vector<Pair> threads, objects;
  };
  Pairs pairs() const { return {pairs(threads_), pairs(objects_)}; }
  bool note(const Pairs& pairs) {
    bool news = false;
    for (const Pair& each : pairs.threads) news = join(threads_, each.one, each.other) || news;
    for (const Pair& each : pairs.objects) news = join(objects_, each.one, each.other) || news;
    return news;
  }
  bool any() const { return !threads_.empty() || !objects_.empty(); }
  bool is_single(program::ThreadNumber thread) const {
    return thread >= threads_.size() || !threads_[thread].shared;
  }
  bool is_single(program::Word address) const {
    const program::ObjectNumber number = program::object_of(address);
    return !program::is_pointer(address) || number >= objects_.size() || !objects_[number].shared;
  }
  // The address in the block that stands for its set.
  program::Word common(program::Word address) const {
    if (is_single(address)) return address;
    return program::address_of(root(objects_, program::object_of(address)), program::offset_of(address));
  }

 private:
  struct Entry {
    std::uint32_t parent = 0;
    bool shared = false;
  };
  static std::vector<Pair> pairs(const std::vector<Entry>& entries) {
    std::vector<Pair> all;
    for (std::uint32_t i = 0; i < entries.size(); ++i)
      if (const std::uint32_t first = root(entries, i); first != i) all.push_back({first, i});
    return all;
  }
  static std::uint32_t root(const std::vector<Entry>& entries, std::uint32_t of) {
    while (entries[of].parent != of) of = entries[of].parent;
    return of;
  }
  static bool join(std::vector<Entry>& entries, std::uint32_t a, std::uint32_t b) {
    if (a == b) return false;
    while (entries.size() <= std::max(a, b)) entries.push_back({static_cast<std::uint32_t>(entries.size())});
    entries[a].shared = entries[b].shared = true;
    const std::uint32_t first = root(entries, a);
    const std::uint32_t second = root(entries, b);
    if (first == second) return false;
    entries[std::max(first, second)].parent = std::min(first, second);
    return true;
  }

  std::vector<Entry> threads_;
  std::vector<Entry> objects_;
};

}  // namespace heddle::stateful
