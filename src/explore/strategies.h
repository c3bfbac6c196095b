// SPDX-License-Identifier: Apache-2.0
// The strategies of `heddle check --strategy`, in one table. A strategy is a Search in a file of its own and a row in
// strategies.cpp; nothing else need name it. (native/beside.cpp and model_choice.cpp name those they run by themselves.)
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
  Search* (*make)(const Options&, Arena&);  // in the arena, which outlives it
};

std::span<const Strategy> strategies();
// What runs if this one is asked for, with these options; nullptr: there is none of this name.
const Strategy* strategy_for(std::string_view name, const Options& options);

}  // namespace heddle::explore
