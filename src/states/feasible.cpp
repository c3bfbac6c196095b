// SPDX-License-Identifier: Apache-2.0
#include "states/feasible.h"

#include <algorithm>

namespace heddle::states {

namespace {

// The last position of `thread` at or below `from` that has seen at most `limit` events of `other`.
Index last_position_seeing(const Loset& loset, std::size_t thread, Index from, std::size_t other,
                           Index limit) {
  Index low = 0, high = from;  // low satisfies it (position 0 has seen nothing), high + 1 may not
  while (low < high) {
    const Index middle = low + (high - low + 1) / 2;
    if (loset.seen(thread, middle, other) <= limit)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// Lowers `state` to the greatest consistent one; true if it changed.
bool lower_to_consistent(const Loset& loset, State& state) {
  bool lowered = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t t = 0; t < state.size(); ++t)
      for (std::size_t u = 0; u < state.size(); ++u)
        if (loset.seen(t, state[t], u) > state[u]) {
          state[t] = last_position_seeing(loset, t, state[t], u, state[u]);
          changed = lowered = true;
        }
  }
  return lowered;
}

}  // namespace

bool consistent(const Loset& loset, const State& state) {
  for (std::size_t t = 0; t < state.size(); ++t)
    for (std::size_t u = 0; u < state.size(); ++u)
      if (loset.seen(t, state[t], u) > state[u]) return false;
  return true;
}

bool compatible(const Loset& loset, const State& state) {
  for (std::size_t t = 1; t < state.size(); ++t)
    if (!loset.lock_free(t, state[t]))
      for (std::size_t u = 0; u < t; ++u)
        if (!loset.compatible(t, state[t], u, state[u])) return false;
  return true;
}

bool feasible(const Loset& loset, const State& state) {
  return consistent(loset, state) && compatible(loset, state);
}

bool lock_free(const Loset& loset, const State& state) {
  for (std::size_t t = 0; t < state.size(); ++t)
    if (!loset.lock_free(t, state[t])) return false;
  return true;
}

State greatest_consistent(const Loset& loset, State state) {
  lower_to_consistent(loset, state);
  return state;
}

State greatest_lock_free(const Loset& loset, State state) {
  do {
    for (std::size_t t = 0; t < state.size(); ++t)
      while (!loset.lock_free(t, state[t])) {
        Index first = state[t];
        for (const std::uint32_t held : loset.held(t, state[t]))
          first = std::min(first, loset.intervals(t)[held].acquire);
        state[t] = first - 1;
      }
  } while (lower_to_consistent(loset, state));
  return state;
}

State least_consistent(const Loset& loset, State state) {
  // Clocks are transitively closed: one pass over the given positions is enough.
  const State given = state;
  for (std::size_t t = 0; t < state.size(); ++t)
    for (std::size_t u = 0; u < state.size(); ++u) state[u] = std::max(state[u], loset.seen(t, given[t], u));
  return state;
}

}  // namespace heddle::states
