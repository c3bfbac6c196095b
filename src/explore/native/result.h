// SPDX-License-Identifier: Apache-2.0
// What a check found, as one line of JSON that `heddle check` turns into a report and `heddle replay` runs
// again; code addresses are given as module and offset. The fields stand in doc/check.md.
#pragma once

#include "explore/native/session.h"

namespace heddle::explore {

void write_result(int file, const Session& session, long check);
// For a test run without `heddle check`: the report on standard error, by the heddle command if it is near.
void explain(const Session& session, long check);
int exit_status(const Session& session);  // 0 clean, 1 a schedule fails, 3 inconclusive

}  // namespace heddle::explore
