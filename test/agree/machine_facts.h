// SPDX-License-Identifier: Apache-2.0
// What a search of a random program finds, and how that differs from what another one does.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "random/machine_program.h"
#include "stateful/machine_search.h"

namespace heddle {

// What must not depend on the reduction.
struct Facts {
  std::set<std::string> errors;
  std::set<std::string> deadlocks;
  std::set<std::string> races;
  std::set<std::string> livelocks;
  std::set<std::vector<std::uint8_t>> final_states;
  bool complete = true;
  bool by_summary =
      false;  // races, by happens-before: which of several is told depends on the order of the search
  bool exits = false;  // from anywhere: how far the others are then is not kept
};

// The search that has neither a reduction nor anything else.
stateful::MachineSearchOptions plain();
// What all ranks have found.
stateful::MachineSearchResult search_by_ranks(const program::Program& program,
                                              const stateful::MachineSearchOptions& options,
                                              std::size_t ranks);
// `ranks`: 0 is one process alone.
Facts facts(const random::MachineProgram& source, const stateful::MachineSearchOptions& options,
            std::size_t ranks = 0);

// How exactly races are compared. Which of several on a path is told depends on the order of the search where
// happens-before tells them; that there is one does not.
enum class Races : std::uint8_t { not_at_all, some, each };

// The first difference in words, empty if there is none.
std::string difference(const Facts& expected, const Facts& found, Races races_compared);

// How many are tried: HEDDLE_RANDOM_PROGRAMS.
std::uint64_t programs();

}  // namespace heddle
