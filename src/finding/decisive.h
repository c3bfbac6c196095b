// SPDX-License-Identifier: Apache-2.0
// The two or three steps of a schedule that make its failure: the last one on what the failing thread looked at last, and
// who changed it before; under a weak memory model the reads of what was overwritten; of a deadlock who took what others wait for; of freed memory its free and its use.
#pragma once

#include <vector>

#include "finding/finding.h"

namespace heddle::finding {

// `failing` are the steps of the failure, in the words of the schedule.
void mark_decisive(Kind kind, const std::vector<Step>& failing, std::vector<Step>& schedule);

}  // namespace heddle::finding
