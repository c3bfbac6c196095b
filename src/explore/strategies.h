// SPDX-License-Identifier: Apache-2.0
// The strategies of `heddle check --strategy`, in one table. A strategy is a Search in a file of its own and a row in
// strategies.cpp; nothing else need name it. (native/beside.cpp and model_choice.cpp name those they run unasked.)
#pragma once

#include <span>
#include <string_view>

#include "explore/search.h"

namespace heddle::explore {

struct Strategy {
  std::string_view name;
  std::string_view help;
  bool samples;  // Options::executions are run, and divided among shares; it never ends by itself
  std::string_view
      by_preemptions;  // the strategy that takes its place where preemptions are bounded; "": itself
  // The strategy that takes its place where execution graphs are searched: under weak memory, and where parts of the
  // search are given away or kept in a file, as they need nothing of each other; "": there is none.
  std::string_view by_graphs;
  Search* (*make)(const Options&, Arena&);  // in the arena, which outlives it
  bool estimates = false;                   // it samples for one mean, which cannot be divided

  bool is_of_graphs() const { return by_graphs == name; }
};

std::span<const Strategy> strategies();
// What runs if this one is asked for, with these options; nullptr: there is none of this name.
const Strategy* strategy_for(std::string_view name, const Options& options);

}  // namespace heddle::explore
