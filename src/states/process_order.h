// SPDX-License-Identifier: Apache-2.0
// Which process should be which digit. The later a digit, the oftener it moves; long runs of the last digit
// make runs.h fast, and processes that are tied to few others make little difference between prefixes, which
// keeps a diagram small. So the freest process comes last, then the freest of the rest, and so on to the
// first. How free q is next to the processes that remain: the mean, over each such p and its events, of the
// logarithm of how many values digit q can take next to digit p.
#pragma once

#include <vector>

#include "order/poset.h"

namespace heddle::states {

// For Poset::reordered. O(n · events + n³).
std::vector<std::size_t> process_order(const order::Poset& poset);

}  // namespace heddle::states
