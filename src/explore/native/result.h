// SPDX-License-Identifier: Apache-2.0
// What a check found, as one line of JSON that `heddle check` turns into a report and `heddle replay` runs
// again; code addresses are given as module and offset. The fields stand in doc/check.md.
#pragma once

#include "explore/native/session.h"

namespace heddle::explore {

// `with_command`: of a test that runs by itself, its program and arguments are part of what is saved.
void write_result(int file, const Session& session, long check, bool with_command = false);
// How it fails, with its steps, as one object; code addresses are told by the modules of the result around it.
void write_execution(int file, const Session& session);
// For a test run without `heddle check`: the report on standard error, by the heddle command if it is near. A failing
// schedule is saved in the working directory, or in $HEDDLE_FINDINGS, under the test's name.
void explain(const Session& session, long check);
int exit_status(const Session& session);  // 0 clean, 1 a schedule fails, 3 inconclusive

}  // namespace heddle::explore
