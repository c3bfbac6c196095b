// SPDX-License-Identifier: Apache-2.0
#include "predict/slice.h"

#include <algorithm>
#include <utility>

namespace heddle::predict {

State Slice::original(const Index* state) const {
  State result(values.size());
  for (std::size_t p = 0; p < values.size(); ++p) result[p] = values[p][state[p]];
  return result;
}

std::optional<Slice> slice(const Poset& poset, const std::map<std::size_t, std::vector<char>>& locals,
                           const std::vector<Sum>& sums) {
  const std::size_t n = poset.processes();
  const LeastCut cut(poset, locals, sums);
  const std::optional<State> least = cut.above(poset.bottom(), poset.top());
  if (!least) return std::nullopt;
  std::vector<std::vector<State>> clocks(n);
  Slice result;
  result.values.resize(n);
  for (std::size_t p = 0; p < n; ++p) {
    result.values[p].push_back((*least)[p]);
    State state = *least;
    while (state[p] < poset.length(p)) {
      const Index* clock = poset.clock(p, state[p] + 1);
      for (std::size_t q = 0; q < n; ++q) state[q] = std::max(state[q], clock[q]);
      std::optional<State> next = cut.above(std::move(state), poset.top());
      if (!next) break;
      state = std::move(*next);
      result.values[p].push_back(state[p]);
      clocks[p].push_back(state);
    }
  }
  // Clocks in the slice's own numbers.
  for (std::vector<State>& of : clocks) {
    for (State& clock : of) {
      for (std::size_t q = 0; q < n; ++q) {
        const std::vector<Index>& values = result.values[q];
        clock[q] =
            static_cast<Index>(std::lower_bound(values.begin(), values.end(), clock[q]) - values.begin());
      }
    }
  }
  result.poset = Poset::from_clocks(clocks);
  return result;
}

}  // namespace heddle::predict
