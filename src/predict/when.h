// SPDX-License-Identifier: Apache-2.0
// Could a predicate over marks hold in another schedule of the recorded steps, the locks in another order
// included?
//
// The reachable states of the loset are one decision diagram (states/state_diagram.h). The predicate is taken
// apart into a disjunction of conjunctions (formula.h), and each of these gets what it deserves:
//   local conditions on threads, and at most one sum against a threshold (count(open == 1) >= 2): the best
//   path of the diagram, linear in its size; anything else: the states of the diagram that the local
//   conditions leave, one by one.
// Both are exact. If the diagram outgrows its memory the answer is unknown.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "finding/finding.h"
#include "predict/recording.h"
#include "predict/schedule.h"

namespace heddle::predict {

struct WhenLimits {
  std::size_t diagram_bytes = std::size_t{1} << 30;
  std::function<bool()> stop;
};

// Adds the finding, doubts and statistics to the report. Fails on a predicate that is malformed, names what
// the trace has not, or speaks of races.
base::Result<void> predict_when(const Recording& recording, const Referee& referee,
                                std::string_view predicate, const WhenLimits& limits,
                                finding::Report& report);

}  // namespace heddle::predict
