// SPDX-License-Identifier: Apache-2.0
// What led to an alarm or a violation, for people: steps with their source lines, and the heap after each,
// drawn as text or as an HTML page with pictures.
//
// An abstract heap is drawn as chains: pointers to one cell stand together, → is one step along next, ⇢ is
// two or more. (a) and (b) mark the cells that hold the observed values.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.h"
#include "prove/prover.h"

namespace heddle::prove {

// One line: "top, old → (a) cell ⇢ NULL".
std::string draw(const View& view, const Program& program, const Observer& observer);

// The abstract trace to the alarm, statement by statement; empty lines between steps.
std::string explain(const Program& program, Observer::Rule rule, const Outcome& outcome);
std::string explain_html(const Program& program, Observer::Rule rule, const Outcome& outcome);
std::string explain_html(const Program& program, const finding::Finding& refutation);

// A refutation as a finding: the steps of the concrete execution.
finding::Finding finding_of(const Program& program, const Violation& violation, const Bounds& bounds);

// A C program with a main that makes the calls of the violation from as many threads, and fails if no stack
// or queue explains what they return: for `heddle check`, which looks for the schedule with code of its own. Its second
// file is in C++, and judges histories as <heddle/linearizable.h> does.
// Under explicit memory each thread is given the cells of the violation, so that addresses are reused as they
// are there.
std::string confirmation(const Program& program, const Violation& violation, const Bounds& bounds);
inline constexpr const char* kConfirmationJudge =
    "// Written by heddle prove: what the calls returned is judged here.\n"
    "#define HEDDLE_PROVE_HISTORY_JUDGE\n#include <heddle/prove_history.h>\n";

}  // namespace heddle::prove
