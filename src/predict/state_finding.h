// SPDX-License-Identifier: Apache-2.0
// A state in which a predicate holds, as a finding: where each thread stands, a run that leads there, checked
// by other means (witness.h), and whether the recorded run itself passed through such a state.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "predict/computation.h"
#include "predict/witness.h"

namespace heddle::predict {

// The position after which the recorded run itself was in a state that `holds`.
std::optional<event::Position> when_observed(const Computation& computation,
                                             const std::function<bool(const State&)>& holds);

struct StateQuestion {
  std::string text;  // the predicate, in the user's words
  Claim claim;
  bool definitely = false;                  // every schedule passes through such a state
  std::optional<event::Position> observed;  // as when_observed tells
};
struct StateFinding {
  finding::Finding finding;
  std::vector<event::Position> run;
};
StateFinding finding_at(const Computation& computation, const StateQuestion& question, const State& state);

// Its certainty, and a note for what keeps it from being certain.
void judge_run(const Checked& checked, bool observed, finding::Finding& finding);

}  // namespace heddle::predict
