// SPDX-License-Identifier: Apache-2.0
// ParaMount: every consistent state exactly once, in parallel, by any bounded sequential enumeration (the
// text's chapter 3).
//
// Fix a total order of the events that respects the partial one. Event e has the interval of the states in
// which e is the last event by that order: from its clock, the least state with e, to all events up to e. The
// intervals are disjoint and cover all states but the empty one, which goes to the first event.
//
// Intervals differ in size by orders of magnitude (the largest may hold a tenth of all states), so a large
// one is divided further, at the middle of its widest digit, into the states with and without that event;
// both are intervals again. How large it is, is estimated by random descents (Knuth): the product of the
// ranges met on the way down is an unbiased estimate of the number of states. An estimate only steers who
// does what; the result does not depend on it.
//
// Work: that of the sequential enumeration and O(n) an interval. Memory: O(n) an interval under way.
#pragma once

#include <cstdint>
#include <functional>

#include "states/interval.h"

namespace heddle::states {

// The interval of the event at `place` in poset.extension().
Interval interval_of(const Poset& poset, std::size_t place);

// About how many states an interval has.
double estimate(const Poset& poset, const Interval& interval, unsigned descents, std::uint64_t seed = 1);

struct ParaMount {
  unsigned workers = 0;      // 0: as many as there are cores
  double grain = 4'000'000;  // intervals estimated above it are divided
  // Called from several threads at once, each call with another interval. False: stop everything.
  std::function<bool(const Interval&)> enumerate;

  bool run(const Poset& poset) const;  // false: stopped
  // One interval, divided as long as it is too large: for any poset that can be divided, whatever its total
  // order.
  bool run(const Poset& poset, const Interval& interval) const;
};

}  // namespace heddle::states
