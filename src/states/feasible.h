// SPDX-License-Identifier: Apache-2.0
// The cheap classes of a loset's global states ("Predicate detection for parallel computations", 5.1
// and 6.1).
//
//   consistent   whatever happened, all that must happen before it has happened too
//   compatible   no two threads hold one lock, unless both share it
//   feasible     both: necessary for a state to be reachable, not sufficient
//   lock-free    no thread holds a lock; consistent and lock-free is sufficient, in a valid loset (one whose
//                final state is reachable: every recorded one)
// The lock-free feasible states form a lattice, so there is a greatest one below any state, and a state is
// reachable exactly if it is reachable from that one (Theorems 11 to 13): it is a reset point.
#pragma once

#include "order/loset.h"

namespace heddle::states {

using order::Index;
using order::Loset;
using order::State;

bool consistent(const Loset& loset, const State& state);  // O(n²)
bool compatible(const Loset& loset, const State& state);  // O(n² · locks held²)
bool feasible(const Loset& loset, const State& state);
// In a consistent state: whether all that the thread's next event needs has happened. O(n).
inline bool is_enabled(const Loset& loset, const State& state, std::size_t thread) {
  const Index next = state[thread] + 1;
  if (loset.clock_number(thread, next) == loset.clock_number(thread, state[thread])) return true;
  const auto clock = loset.clock(thread, next);
  for (std::size_t u = 0; u < state.size(); ++u)
    if (u != thread && clock[u] > state[u]) return false;
  return true;
}
bool lock_free(const Loset& loset, const State& state);
inline bool lock_free_feasible(const Loset& loset, const State& state) {
  return lock_free(loset, state) && consistent(loset, state);
}

// The greatest consistent state at or below `state`: the conjunctive predicate algorithm run backwards.
State greatest_consistent(const Loset& loset, State state);
// The greatest lock-free feasible one; the initial state always is one. O(events between the two · n).
State greatest_lock_free(const Loset& loset, State state);
// The greatest one in which a thread may also hold what it never releases and nobody else below `state` takes after it: a
// weaker reset point. A run that reaches `state` can go through it: such a section is the last of its lock in every run,
// and all others below `state` are in this state, so its events can come first, in the order of that run. (Section 6.1
// ends with each of the two conditions alone; neither is enough: losets.md.) Of a valid loset.
State greatest_reset(const Loset& loset, const State& state);
// The least consistent state at or above `state`.
State least_consistent(const Loset& loset, State state);

}  // namespace heddle::states
