// SPDX-License-Identifier: Apache-2.0
// The verdict on a program: proved, refuted or unknown.
//   proved   no observer is violated and no alarm raised, for any number of threads, heap size and values
//   refuted  the oracle found a concrete execution of a few threads that violates the specification
//   unknown  an alarm was raised and no such execution was found within the bounds: look at the trace
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "prove/concrete.h"
#include "prove/fixed_point.h"

namespace heddle::prove {

enum class Answer : std::uint8_t { proved, refuted, unknown };
std::string name(Answer answer);

struct Proof {
  Answer answer = Answer::unknown;
  std::vector<std::pair<Observer::Rule, Outcome>> outcomes;  // one a rule, up to the first alarm
  std::optional<Violation> violation;
  Bounds refuted_within;
  std::uint64_t states = 0;  // of the search for a concrete execution
  Statistics statistics;     // of all rules

  const Outcome* alarmed() const {
    return outcomes.empty() || outcomes.back().second.is_proved ? nullptr : &outcomes.back().second;
  }
};

struct Search {
  bool enabled = true;
  std::uint64_t max_states = 400'000;  // of each bound
  std::function<bool()> stopped;       // asked now and then; true ends the work, inconclusively
};

Proof prove(const Program& program, const Options& options, const Search& search = {});

// A concrete execution that violates the specification, growing the bounds; the exploration of the last
// bound.
std::pair<std::optional<Violation>, Bounds> refute(const Program& program, Memory memory,
                                                   const Search& search, std::uint64_t& states);

// What a "proved" rests on, in words.
std::vector<std::string> assumptions(const Program& program, Memory memory);

}  // namespace heddle::prove
