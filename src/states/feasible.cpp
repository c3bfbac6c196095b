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

namespace {

// The greatest consistent state below in which nobody is inside a section that counts(thread, section, state).
template <class Counts>
State greatest_outside(const Loset& loset, State state, Counts counts) {
  bool lowered = true;
  const auto leave = [&](std::size_t t) {
    Index first = state[t] + 1;
    for (const std::uint32_t held : loset.held(t, state[t])) {
      const order::LockInterval& section = loset.intervals(t)[held];
      if (counts(t, section, state)) first = std::min(first, section.acquire);
    }
    if (first > state[t]) return false;
    state[t] = first - 1;
    return lowered = true;
  };
  while (lowered) {
    lowered = false;
    for (std::size_t t = 0; t < state.size(); ++t)
      while (leave(t)) {
      }
    lowered |= lower_to_consistent(loset, state);
  }
  return state;
}

}  // namespace

State greatest_lock_free(const Loset& loset, State state) {
  return greatest_outside(loset, std::move(state),
                          [](std::size_t, const order::LockInterval&, const State&) { return true; });
}

State greatest_reset(const Loset& loset, const State& state) {
  return greatest_outside(
      loset, state, [&](std::size_t t, const order::LockInterval& kept, const State& now) {
        if (kept.release != order::kNever) return true;
        for (std::size_t u = 0; u < now.size(); ++u) {
          if (u == t) continue;
          for (const std::uint32_t number : loset.intervals_of(u, kept.lock)) {
            const order::LockInterval& other = loset.intervals(u)[number];
            if (other.acquire > now[u] && other.acquire <= state[u] && order::exclude(kept, other))
              return true;
          }
        }
        return false;
      });
}

State least_consistent(const Loset& loset, State state) {
  // Clocks are transitively closed: one pass over the given positions is enough.
  const State given = state;
  for (std::size_t t = 0; t < state.size(); ++t)
    for (std::size_t u = 0; u < state.size(); ++u) state[u] = std::max(state[u], loset.seen(t, given[t], u));
  return state;
}

}  // namespace heddle::states
