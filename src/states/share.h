// SPDX-License-Identifier: Apache-2.0
// One of several shares of all states, for processes that know nothing of each other (--shard). ParaMount's intervals
// (para_mount.h) are disjoint and cover every state. The largest ones are divided until none is a large part of a
// share, then each goes to the share that has least so far, the largest first. Sizes are estimated by random descents
// from a fixed seed: every process comes to the same shares, and what they come to together does not depend on sizes.
//
// Time: O(i log i) for i intervals, i at most the events and some dozens for each share, and a descent's n² each.
#pragma once

#include <vector>

#include "states/enumerate.h"

namespace heddle::states {

struct Shares {
  std::vector<Interval> mine;
  std::uint64_t outline = 0;  // a digest of all shares: those of another poset or number differ
};
Shares share_of(const Poset& poset, std::size_t number, std::size_t count);  // number: from 1

// As count(), of these intervals alone; by `runs` unless an algorithm is asked for.
Counted count_intervals(const Poset& poset, const std::vector<Interval>& intervals,
                        const CountOptions& options);

}  // namespace heddle::states
