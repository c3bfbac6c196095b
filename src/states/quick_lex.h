// SPDX-License-Identifier: Apache-2.0
// QuickLex: the lexical order of Lex, each step in amortised constant time where events have few remote ones
// (Chang's dissertation, chapter 4, Algorithms 11–16).
//
// Two things are remembered instead of computed anew. Whether the next event of a process is enabled is a
// question to its remote events only. And the least value of digit l next to digits 0..k, X_l(k), the maximum
// of the clocks' entries l over those digits, is kept in a stack for each l: the entries are the digits at
// which the running maximum grew, so that when digit k changes, those above k are popped and at most one is
// pushed.
//
// The bottom of stack l is the interval's low[l] (as printed it is zero, and every interval of ParaMount but
// the first comes out wrong). O(n · remote events) time a state in the worst case, O(n²) memory.
#pragma once

#include <vector>

#include "states/interval.h"

namespace heddle::states {

class QuickLexStacks {
 public:
  QuickLexStacks(const Poset& poset, const Interval& interval)
      : n_(poset.processes()), entries_(n_ * (n_ + 1)), tops_(n_) {
    for (std::size_t l = 0; l < n_; ++l) {
      entries_[l * (n_ + 1)] = {0, interval.low[l]};
      tops_[l] = &entries_[l * (n_ + 1)];
    }
  }

  // Digit k now has the clock `row`: the least value of digit l, one of those after k.
  Index update(std::size_t l, std::size_t k, const Index* row) {
    const auto holder = static_cast<std::uint32_t>(k + 1);  // 0 holds the bottom
    Entry* top = tops_[l];
    while (top->holder >= holder) --top;
    if (top->value < row[l]) *++top = {holder, row[l]};
    tops_[l] = top;
    return top->value;
  }

 private:
  struct Entry {
    std::uint32_t holder;
    Index value;
  };
  std::size_t n_;
  std::vector<Entry> entries_;
  std::vector<Entry*> tops_;
};

template <class Visit>
bool quick_lex(const Poset& poset, const Interval& interval, Visit&& visit) {
  const std::size_t n = poset.processes();
  if (n == 0) return visit(interval.low.data());
  QuickLexStacks stacks(poset, interval);
  State digits = interval.low;
  Index* const state = digits.data();
  const Index* const high = interval.high.data();
  const std::size_t last = n - 1;
  const Poset::FirstRemote* const last_remotes = poset.first_remotes(last);
  while (true) {
    // Most steps are of the last digit alone.
    Index current = state[last];
    const Index limit = high[last];
    while (true) {
      if (!visit(static_cast<const Index*>(state))) return false;
      if (current == limit) break;
      const Poset::FirstRemote first = last_remotes[++current];
      if (state[first.process] < first.index) break;
      if (first.more && !is_enabled(poset, state, last, current)) [[unlikely]]
        break;
      state[last] = current;
    }
    std::size_t k = last;
    do {
      if (k == 0) return true;
      --k;
    } while (state[k] == high[k] || !is_enabled(poset, state, k, state[k] + 1));
    const Index* row = poset.clock(k, ++state[k]);
    for (std::size_t l = k + 1; l < n; ++l) state[l] = stacks.update(l, k, row);
  }
}

}  // namespace heddle::states
