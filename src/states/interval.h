// SPDX-License-Identifier: Apache-2.0
// What an enumeration ranges over: all consistent states G with low <= G <= high, where low and high are
// consistent themselves. Such an interval is again a distributive lattice, and an event of it divides it in
// two: the states without that event and those with it. That is how work is shared (para_mount.h).
//
// Every enumeration is a template over what it calls for each state,
//   bool visit(const Index* state)        false: stop
// so that the call costs nothing, and returns whether it came to the end. The state lives until the call
// returns.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "order/poset.h"

namespace heddle::states {

using order::EventRef;
using order::Index;
using order::Poset;
using order::State;

struct Interval {
  State low;
  State high;
  friend bool operator==(const Interval&, const Interval&) = default;
};

inline Interval whole(const Poset& poset) { return {poset.bottom(), poset.top()}; }

// The states of `interval` that do not contain `event`, and those that do; event.index is in (low, high].
inline std::pair<Interval, Interval> divide(const Poset& poset, const Interval& interval, EventRef event) {
  std::pair<Interval, Interval> parts{interval, interval};
  const Index* without = poset.reverse(event.process, event.index - 1);
  const Index* with = poset.clock(event.process, event.index);
  for (std::size_t q = 0; q < poset.processes(); ++q) {
    parts.first.high[q] = std::min(parts.first.high[q], without[q]);
    parts.second.low[q] = std::max(parts.second.low[q], with[q]);
  }
  return parts;
}

// The event of `process` numbered `index` is done in `state` and nothing done depends on it.
inline bool is_maximal(const Poset& poset, const Index* state, std::size_t process, Index index) {
  const Index* independent = poset.reverse(process, index - 1);
  for (std::size_t q = 0; q < poset.processes(); ++q) {
    if (q != process && state[q] > independent[q]) return false;
  }
  return true;
}

// All remote events of event `index` of `process` are done in `state`.
inline bool is_enabled(const Poset& poset, const Index* state, std::size_t process, Index index) {
  const Poset::FirstRemote first = poset.first_remotes(process)[index];
  if (state[first.process] < first.index) return false;
  if (!first.more) [[likely]]
    return true;
  for (EventRef remote : poset.remotes(process, index)) {
    if (state[remote.process] < remote.index) return false;
  }
  return true;
}

}  // namespace heddle::states
