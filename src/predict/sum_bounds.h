// SPDX-License-Identifier: Apache-2.0
// The greatest value that a sum of per-thread values takes in any consistent state, by one maximum flow
// (Chase and Garg; the maximum-weight closure of Picard).
//
// An event weighs what it adds to the sum. A consistent state is a set of events closed under "happened
// before", so the greatest sum is the heaviest closed set, and that is a minimum cut between the events that
// add (source) and those that take away (sink), with uncuttable arrows from an event to what must come before
// it. Only events with a weight are nodes; an event's arrow to process q goes to the last such event of q
// before it.
#pragma once

#include "predict/formula.h"

namespace heddle::predict {

struct GreatestSum {
  std::int64_t value = 0;
  State state;  // where: the least such state
};
GreatestSum greatest_sum(const Poset& poset, const Sum& sum);

}  // namespace heddle::predict
