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

// At most so many steps of the general decision; 0: any number. Adds to the report.
void judge(const RecordedHistory& recorded, std::uint64_t limit, finding::Report& report);

// The calls of a smallest part without an order. There must be none for all of them.
TypedHistory smallest_part(Kind kind, TypedHistory history);

}  // namespace heddle::linearize
