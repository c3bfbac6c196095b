// SPDX-License-Identifier: Apache-2.0
// The slice of a poset for a regular predicate (Garg and Mittal): a smaller poset whose states are exactly
// the states in which the predicate holds.
//
// Those states are closed under union and intersection. So each event has a least such state J(e) that
// contains it, found by an advancing cut that goes on from the J of the event before; and a state G holds iff
// it contains the J of each of its last events. A digit can take only the values i with J(p, i)[p] = i;
// numbered anew, they are the events of the slice, and J is their clock. Events that the predicate ties
// together end up in a cycle: the slice is a preorder (Poset::from_clocks). Time O(n² · events), times the
// atoms.
#pragma once

#include <optional>

#include "predict/least_cut.h"

namespace heddle::predict {

struct Slice {
  Poset poset;
  std::vector<std::vector<Index>>
      values;  // by process, by value of the slice's digit: that of the original's

  State original(const Index* state) const;
};

// None: no state satisfies it. Locals and sums must be regular.
std::optional<Slice> slice(const Poset& poset, const std::map<std::size_t, std::vector<char>>& locals,
                           const std::vector<Sum>& sums);

}  // namespace heddle::predict
