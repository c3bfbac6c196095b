// SPDX-License-Identifier: Apache-2.0
// Could the predicate have held? The predicate's form decides how to find out.
//
//   scan          a disjunction of local predicates: every local state is part of some global state, so a
//                 scan of each thread's events decides. O(events)
//   conjunctive   a conjunction of local predicates, for each disjunct: advancing cut, the least state.
//                 O(n² m)
//   linear        with sums that one thread at most can raise: likewise
//   stable        once true it stays true: the last state decides
//   max-flow      one sum against a threshold; = 0 too where no event changes the sum by more than one, as
//                 then every value between the least and the greatest is taken on the way from one to the
//                 other
//   pairs         a race: two concurrent accesses
//   fold          several sums: a diagram with the sums in its nodes, on the slice for the regular part
//   slice         the regular part leaves no state at all
//   enumerate     anything else: every state of the slice for the regular part, in parallel
//   levels        what is about all that can come, or all runs: level by level (temporal.h)
// "No" is exact for each of them, unless a limit was reached: then the result is not complete.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "base/stop.h"
#include "predict/formula.h"
#include "states/interval.h"

namespace heddle::predict {

enum class Algorithm : std::uint8_t {
  automatic,
  scan,
  conjunctive,
  linear,
  stable,
  max_flow,
  pairs,
  fold,
  slice,
  enumerate,
  levels
};
std::string_view name(Algorithm algorithm);
std::optional<Algorithm> algorithm_named(std::string_view name);
std::vector<std::string> algorithm_names();  // those a user can ask for

// In the place of ParaMount on this machine: calls `enumerate` for every interval of its own. `mine` tells what came of
// it, and `hear` what came of it for each that takes part (states/spread.h). False: not every interval was enumerated.
using DetectSpread = std::function<bool(
    const Poset&, const std::function<bool(const states::Interval&)>& enumerate,
    const std::function<std::string()>& mine, const std::function<void(const std::string&)>& hear)>;

struct DetectOptions {
  Algorithm algorithm = Algorithm::automatic;
  unsigned workers = 0;                           // 0: as many as there are cores
  std::size_t fold_bytes = std::size_t{1} << 30;  // then enumeration takes over
  base::Stop stop;                                // asked now and then, from several threads
  std::function<void(std::uint64_t)> visited;     // so many states more were looked at; from several threads
  DetectSpread spread;
};

struct Detection {
  bool complete = true;        // else a stop came first: "no" is not known
  std::optional<State> state;  // where it holds; the least such, or one from which no event can be taken back
  std::set<Algorithm> used;
  std::uint64_t states = 0;  // looked at one by one
};

// Fails if the algorithm asked for is not made for such a predicate.
base::Result<Detection> possibly(const Bound& bound, const Poset& poset, const DetectOptions& options);

// Any function of the state, by enumeration; it is called from several threads.
Detection possibly_any(const Poset& poset, const DetectOptions& options,
                       const std::function<bool(const Index*)>& holds);

// Whether every run passes through a state in which it holds: of a conjunction of local predicates, the intervals in
// which they hold tell; else it is AF(…), level by level. The detection's state, if there is one, is where a run is when
// it holds: one that delays it as long as it can, or the recorded one.
Detection definitely(const Expression& expression, const Bound& bound, const Poset& poset,
                     const DetectOptions& options);

}  // namespace heddle::predict
