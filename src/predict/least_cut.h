// SPDX-License-Identifier: Apache-2.0
// The least state in which a conjunction of local and linear atoms holds, by an advancing cut (Garg and
// Waldecker's weak conjunctive predicates; Chase and Garg's linear ones).
//
// From the least state of the interval upwards: an atom that does not hold names one process whose next event
// every satisfying state above must contain: the local atom's own, or the one process whose table can still
// raise the sum. So that event and all before it are added; nothing that satisfies the conjunction is passed
// over. What is found is least, and if the interval's end is reached there is none. Time O(n · (n + atoms) ·
// events).
#pragma once

#include <optional>

#include "predict/formula.h"
#include "states/interval.h"

namespace heddle::predict {

// Of `sums` all must be linear; a sum = 0 counts as the two sums >= 0 that it is made of.
class LeastCut {
 public:
  LeastCut(const Poset& poset, const std::map<std::size_t, std::vector<char>>& locals,
           const std::vector<Sum>& sums);

  // The least state of [from, high] in which all atoms hold; `from` and `high` are consistent.
  std::optional<State> above(State from, const State& high) const;

  static bool applies_to(const Sum& sum);

 private:
  struct Local {
    std::size_t process;
    std::vector<Index> next;  // where it holds next, at or after; length + 1: never
  };
  struct Linear {
    Sum sum;
    std::size_t raiser;  // the process that can raise it; none: kNobody
  };
  static constexpr std::size_t kNobody = ~std::size_t{0};
  static std::size_t raiser_of(const Sum& sum);
  bool advance(State& state, const State& high, std::size_t process, Index to) const;

  const Poset& poset_;
  std::vector<Local> locals_;
  std::vector<Linear> sums_;
};

// Whether every run passes through a state in which all locals hold (Garg and Waldecker's strong conjunctive
// predicates): iff one stretch of truth can be chosen for each process such that the event that begins any of
// them happened before the event that ends any other. A stretch that is ended too early for another one to
// have begun is of no use to it or any later one, so it is dropped. Yields the stretches, (first, last)
// number of events done by process, for processes that have a local atom.
using Stretches = std::map<std::size_t, std::pair<Index, Index>>;
std::optional<Stretches> definitely(const Poset& poset,
                                    const std::map<std::size_t, std::vector<char>>& locals);

}  // namespace heddle::predict
