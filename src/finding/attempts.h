// SPDX-License-Identifier: Apache-2.0
// The last steps of a deadlock are attempts. "T1 acquire b" reads as if T1 had it; "T1 waits for b" is what happens.
#pragma once

#include "finding/finding.h"

namespace heddle::finding {

// The finding's steps, and the last one that each of their threads takes in the schedule, if it is the same.
// Its variable is what they wait for, other than one another's end.
void tell_attempts(Finding& deadlock);
// Who only waits for the end of another one is not what is wrong.
bool waits_for_end(const Step& step);

}  // namespace heddle::finding
