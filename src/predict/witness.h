// SPDX-License-Identifier: Apache-2.0
// A run that reaches a state, for a person to follow, and its check by other means.
//
// The run has few switches of threads: whoever runs goes on as far as it can (its next value at most the
// least reverse clock of the others: runs.h); then a thread that can finish its part runs next, since it must
// run anyway and needs no second turn; if there is none, the one that gets furthest. Greedy, not always the
// fewest.
//
// The check trusts nothing of what found the state: not the poset, its clocks, the tables or the algorithm.
// The referee (schedule.h) replays the run against the rules of execution; the marks on the way set the
// values; and the predicate's own syntax tree is evaluated on those.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "predict/computation.h"
#include "predict/expression.h"

namespace heddle::predict {

struct Turn {
  std::size_t process = 0;
  std::size_t steps = 0;  // consecutive trace events of that process
};
std::vector<Turn> run_to(const Computation& computation, const State& state);

// The trace positions of a run's events, in the run's order.
std::vector<event::Position> positions_of(const Computation& computation, const std::vector<Turn>& run);

struct Checked {
  std::string broken;     // why the run or the predicate is wrong; empty: all is well
  std::string unchecked;  // why the run could not be replayed: the trace breaks the rules itself
  std::optional<event::Position> other_read;  // the first read that would see another write than it did
};
Checked check_run(const std::vector<event::Event>& events, const event::Names& names,
                  const std::vector<event::Position>& run, const Expression& predicate);

}  // namespace heddle::predict
