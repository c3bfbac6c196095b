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
// values; and the predicate's own syntax tree, or its function, is evaluated on those.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "finding/finding.h"
#include "heddle/predicate.h"
#include "predict/computation.h"
#include "predict/expression.h"

namespace heddle::predict {

// Consecutive events of one process, from one number of them done to another.
struct Stretch {
  std::size_t process = 0;
  Index from = 0, to = 0;
};
std::vector<Stretch> stretches_to(const Poset& poset, const State& goal);

struct Turn {
  std::size_t process = 0;
  std::size_t steps = 0;  // consecutive trace events of that process
};
std::vector<Turn> run_to(const Computation& computation, const State& goal);

// The trace positions of a run's events, in the run's order.
std::vector<event::Position> positions_of(const Computation& computation, const std::vector<Turn>& run);
// Likewise of the run that a finding carries. Fails if the trace has no such threads or events.
base::Result<std::vector<event::Position>> positions_of(const finding::Witness& witness,
                                                        std::span<const event::Event> events,
                                                        const event::Names& names);

// What is claimed of the state where a run ends: an expression, or a function from a library; or nothing. And of states on
// the way, in their order.
struct Claim {
  struct Point {
    std::size_t after = 0;  // so many trace events
    const Expression* expression = nullptr;
    bool holds = true;
  };
  const Expression* expression = nullptr;
  PredicateFunction function = nullptr;
  std::vector<Point> on_the_way;
  // An event of the poset may stand for all that a thread did since it synchronised last: then it stands at all of that.
  bool merged = true;
};

struct Checked {
  std::string broken;     // why the run or the predicate is wrong; empty: all is well
  std::string unchecked;  // why the run could not be replayed: the trace breaks the rules itself
  std::optional<event::Position> other_read;  // the first read that would see another write than it did
};
Checked check_run(std::span<const event::Event> events, const event::Names& names,
                  std::span<const event::Position> run, const Claim& claim);

}  // namespace heddle::predict
