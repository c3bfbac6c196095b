// SPDX-License-Identifier: Apache-2.0
// Could a predicate over marks hold in another schedule of the recorded steps, the locks in another order
// included? One way after the other, until one knows:
//
//   recording    The recorded run itself, state by state. For what one thread alone decides, and for what
//                stays true once it is, this is the whole answer.
//   class        The predicate is taken apart into a disjunction of conjunctions (formula.h). Those of a class
//                with a polynomial algorithm (detect.h: conjunctive, linear, one sum) are asked three times:
//                with the recorded lock order, whose states can all be reached; where nobody holds a lock,
//                likewise; and without locks at all, where a no is a no, and the state of a yes may be one
//                that can be reached (states/decision_flow.h).
//   diagram      All reachable states as one decision diagram (states/state_diagram.h). Local conditions and
//                at most one sum are the best path of it, linear in its size; anything else: its states that
//                the local conditions leave, one by one.
//   enumeration  If the diagram outgrows its memory: the feasible states, in parallel (QuickLex on the
//                intervals of para_mount.h); where the predicate holds, whether the state can be reached.
// Each is exact. What is not decided before a limit is a doubt.
#pragma once

#include <string>

#include "base/result.h"
#include "finding/finding.h"
#include "heddle/predicate.h"
#include "predict/recording.h"
#include "predict/schedule.h"
#include "states/normal_form.h"

namespace heddle::predict {

struct WhenQuestion {
  std::string text;                     // an expression; or the name of
  PredicateFunction library = nullptr;  // a function, which decides alone
  bool grows = false;                   // threads and names that the recording has not may come: values are 0
  unsigned workers = 0;                 // 0: as many as there are cores
  std::size_t diagram_bytes = std::size_t{1} << 30;
  // What locks force in an earlier part of the recording, if one was asked about; afterwards in all of it.
  states::NormalForm* forced = nullptr;
  base::Stop stop;  // asked from several threads
};

// Adds the finding, doubts and statistics to the report. Fails on a predicate that is malformed, names what
// the trace has not, or speaks of races.
base::Result<void> predict_when(const Recording& recording, const Referee& referee,
                                const WhenQuestion& question, finding::Report& report);

}  // namespace heddle::predict
