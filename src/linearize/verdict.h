// SPDX-License-Identifier: Apache-2.0
// A recorded history → a report: is there an order that explains it, and if not, why.
//
// What is shown of a long history is a small part that has no order either. Queues, stacks, sets, maps and registers keep
// an order when all calls on one value are left out, so values are left out as long as no order appears (in halves
// first: Andreas Zeller, Ralf Hildebrandt: *Simplifying and isolating failure-inducing input*, 2002). Counters and locks
// are cut at the earliest time at which there is none.
#pragma once

#include "finding/finding.h"
#include "linearize/recorded.h"

namespace heddle::linearize {

// The steps of the patience are those of the general decision. Adds to the report; who ended it early adds why.
void judge(const RecordedHistory& recorded, const Patience& patience, finding::Report& report);

}  // namespace heddle::linearize
