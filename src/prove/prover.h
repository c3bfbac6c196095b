// SPDX-License-Identifier: Apache-2.0
// The verdict on a program: proved, refuted or unknown.
//   proved   no observer is violated and no alarm raised, for any number of threads, heap size and values
//   refuted  the oracle found a concrete execution of a few threads that violates the specification
//   unknown  an alarm was raised and no such execution was found within the bounds: look at the trace
//
// An alarm may be false because views know too little. What was asked for is tried first, with the cheapest
// views unless told otherwise; after an alarm a short search for a concrete execution, then every refinement
// in turn for a limited time, then a longer search. Each attempt is a proof of its own of the whole program,
// so it does not matter for what "proved" means which of them succeeds; the verdict names it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "prove/concrete/concrete.h"
#include "prove/fixpoint/fixed_point.h"

namespace heddle::prove {

enum class Answer : std::uint8_t { proved, refuted, unknown };
std::string name(Answer answer);

// How much a view knows: of how many threads, and how exactly of distances.
struct Precision {
  int views = 1;
  Distances distances = Distances::coarse;
  bool addresses = false;
};
std::string describe(const Precision& precision);  // "views of one thread, coarse distances"

struct Attempt {
  Precision precision;
  bool is_proved = false;
  std::string alarm;    // why not, with its line
  std::string reading;  // of a set: what it means that a key is in
};

std::string describe(const Attempt& attempt);

struct Proof {
  Answer answer = Answer::unknown;
  std::vector<Attempt> attempts;                             // the last one proves it, if one does
  std::vector<std::pair<Observer::Rule, Outcome>> outcomes;  // of that, or of the first one: one a rule, up
                                                             // to the first alarm
  std::optional<Program>
      interleaved;  // of a set: whose steps the outcomes are about, with more of them merged
  std::optional<Violation> violation;
  Bounds refuted_within;
  std::uint64_t states = 0;  // of the search for a concrete execution
  Statistics statistics;     // of all rules and attempts

  const Outcome* alarmed() const {
    return outcomes.empty() || outcomes.back().second.is_proved ? nullptr : &outcomes.back().second;
  }
};

struct Search {
  bool enabled = true;
  std::uint64_t max_states = 400'000;  // of each bound
  std::function<bool()> stopped;       // asked now and then; true ends the work, inconclusively
};

// What to try after an alarm, and for how long each: seconds of CPU time, on every thread.
struct Refinement {
  std::vector<Precision> steps;
  double seconds = 120;
};

Proof prove(const Program& program, const Options& options, const Search& search = {},
            const Refinement& refinement = {});

// A concrete execution that violates the specification, growing the bounds; the exploration of the last
// bound.
std::pair<std::optional<Violation>, Bounds> refute(const Program& program, Memory memory,
                                                   const Search& search, std::uint64_t& states);

// What a "proved" rests on, in words.
std::vector<std::string> assumptions(const Program& program, Memory memory);

}  // namespace heddle::prove
