// SPDX-License-Identifier: Apache-2.0
// The predicate "data race" of Chang's dissertation: two threads both stand at an access of common bytes, at
// least one writes, not both are atomic, and neither happened before the other (Algorithms 7 and 8, without
// the comparison of an event with its own thread).
//
// No enumeration is needed for it alone. Two events can be last in one consistent state exactly if they are
// concurrent, and the least such state is the join of their clocks. For an access of p the concurrent
// accesses of q are a range of q's events, (clock[q], reverse[q]]. An event that stands for several accesses
// (a collection) races if one of them does.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "predict/computation.h"

namespace heddle::predict {

// What race(`name`) speaks of: the variable that is called so, its members and elements, or what lies at that address.
bool is_about(const event::Names& names, event::Variable variable, std::string_view name);

class RacePairs {
 public:
  struct Pair {
    EventRef first, second;  // events of the poset
  };
  // Of what race(`variable`) speaks of; empty: of any.
  RacePairs(const Computation& computation, const std::string& variable);
  // These, the process of `first` before that of `second`; index 0: where the process begins.
  RacePairs(std::size_t processes, std::vector<Pair> pairs);

  const std::vector<Pair>& pairs() const { return pairs_; }
  // Two threads stand at a pair in this state.
  bool in(const Index* state) const;

 private:
  void sort();

  std::size_t processes_;
  std::vector<Pair> pairs_;
  // By p * processes + q, p < q: the pairs (index of p, index of q), sorted.
  std::vector<std::vector<std::pair<Index, Index>>> by_processes_;
};

// The least state, fewest events, with some pair in it.
std::optional<std::pair<State, RacePairs::Pair>> least_race(const Poset& poset, const RacePairs& races);

}  // namespace heddle::predict
