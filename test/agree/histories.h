// SPDX-License-Identifier: Apache-2.0
// The plainest way to run a heap program: every interleaving of its steps, state by state, with nothing
// renamed, sorted or forgotten, and points of effect ignored. What counts is what a user can see: which calls
// were made, what they returned, and which had returned before another began. Whether a stack or queue
// explains that is decided by trying every order.
//
// It shares no code with the oracle of src/prove, and is used to check that oracle and the merging of steps.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "prove/front/program.h"

namespace heddle::prove {

struct HistoryBounds {
  int threads = 2;
  int calls = 3;  // of all threads together
  bool explicit_memory = false;
  std::size_t max_states = 200'000;
  int keys = 2;  // of a set
};

struct PastCall {
  int thread = 0;
  int function = 0;
  int argument = 0;          // 1, 2, …: every input is another value
  int result = 0;            // of an output; an argument, or one of the two below
  std::uint32_t before = 0;  // the calls that had returned when this one began
  bool has_returned = false;
  auto operator<=>(const PastCall&) const = default;
};
inline constexpr int kNothing = -1;  // EMPTY
inline constexpr int kJunk = -2;     // never an input

using History = std::vector<PastCall>;  // in the order the calls began

struct Histories {
  std::set<History> all;           // complete ones
  std::set<std::string> outcomes;  // the same without which returned before which began
  std::set<std::string> troubles;  // what went wrong instead of an answer
  bool is_complete = true;
  std::size_t states = 0;
};

Histories histories_of(const Program& program, const HistoryBounds& bounds);

// Does some order of the calls, which keeps those that did not overlap in order, make a right stack or queue?
bool is_explained(const History& history, const Program& program);

std::string describe(const History& history, const Program& program);

}  // namespace heddle::prove
