// SPDX-License-Identifier: Apache-2.0
// Lex: all consistent states in lexical order, from nothing but the current one (Ganter; Garg; Chang's dissertation,
// Algorithm 3, bounded, with its errors mended: a digit at its limit is passed over, not an end to the search, and
// the reset takes the clocks of the events that stay).
//
// To step: the last process whose next event is enabled takes it; the processes after it go back to the least
// values that the ones before them allow. O(n²) time a state, O(n) memory.
#pragma once

#include "states/interval.h"

namespace heddle::states {

template <class Visit>
bool lex(const Poset& poset, const Interval& interval, Visit&& visit) {
  const std::size_t n = poset.processes();
  State state = interval.low;
  while (true) {
    if (!visit(static_cast<const Index*>(state.data()))) return false;
    std::size_t k = n;
    while (k > 0) {
      if (state[k - 1] < interval.high[k - 1]) {
        const Index* needs = poset.clock(k - 1, state[k - 1] + 1);
        bool enabled = true;
        for (std::size_t q = 0; q < n && enabled; ++q) enabled = q == k - 1 || needs[q] <= state[q];
        if (enabled) break;
      }
      --k;
    }
    if (k == 0) return true;
    ++state[k - 1];
    for (std::size_t l = k; l < n; ++l) {
      Index least = interval.low[l];
      for (std::size_t h = 0; h < k; ++h) least = std::max(least, poset.clock(h, state[h])[l]);
      state[l] = least;
    }
  }
}

}  // namespace heddle::states
