// SPDX-License-Identifier: Apache-2.0
// Properties of all schedules that a recorded execution implies: CTL (Clarke, Emerson and Sistla, Automatic verification of
// finite-state concurrent systems using temporal logic specifications, 1986) on the lattice of its global states. A run is
// a path from the state where nothing has happened to the one where everything has.
//
//   AG(p)     in every state that can come, this one too           EF(p)     in one of them
//   AF(p)     on every run from here, at some time                 EG(p)     there is a run on which it always holds
//   AU(p, q)  on every run p holds until q does, and q does        EU(p, q)  on one run
//
// The lattice has no cycles, and an event leads one level up: the states with k events are done when those with k + 1 are.
// One pass from the last state back decides all operators of the property at once, a bit each for a state, from those of
// the states that follow. Levels are kept as long as there is room, the last ones longest: a run that shows why is followed
// upwards through them. Where they are gone, the part of the lattice above is gone through again.
//
// Time: O(states · (threads + size of the property)), each level in memory. Exact unless it is stopped. What AG and EF of
// something without such operators need not: the algorithms of `possibly` (detect.h) decide them, and need no levels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/stop.h"
#include "predict/bound.h"

namespace heddle::predict {

inline constexpr std::size_t kMostTemporal = 64;  // operators of a property

struct PropertyOptions {
  std::size_t bytes = std::size_t{1} << 30;  // for levels; beyond, only two of them are kept
  base::Stop stop;
  std::function<void(std::uint64_t)> visited;  // so many states more
};

// A step of the explanation: in the state after so many events of the run, this part of the property holds or does not.
struct Shown {
  std::size_t after = 0;
  const Expression* part = nullptr;
  bool holds = true;
};

struct PropertyAnswer {
  bool complete = true;  // else it was stopped, and nothing is known
  bool holds = false;    // at the start
  std::uint64_t states = 0;
  // Why: a run from the start, and what is to be seen on it. Parts without temporal operators can be looked at in single
  // states (`shown`); where all that can come has to be known, `rest` is the last of it.
  std::vector<EventRef> run;
  std::vector<Shown> shown;
  std::optional<Shown> rest;
};

// `bound` is `property`, bound to the computation whose poset this is.
PropertyAnswer decide(const Expression& property, const Bound& bound, const Poset& poset,
                      const PropertyOptions& options);

// How many of AG and its like an expression has.
std::size_t temporal_operators(const Expression& expression);

}  // namespace heddle::predict
