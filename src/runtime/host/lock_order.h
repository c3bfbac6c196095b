// SPDX-License-Identifier: Apache-2.0
// Potential deadlocks: rings in the order in which threads took their locks.
//
// The runtime notes an edge a → b whenever a thread waits for b while it holds a, with all the locks held
// then. A ring a → b → … → a is a potential deadlock if its edges come from different threads and no lock was
// held at two of them (a common guard would keep the two apart). Edges whose threads can never have been
// there at the same time, because one was joined before the other was created, do not combine. Rings of any
// length are searched (each thread stands in a ring once, so threads bound it); the search is exhaustive up
// to a bound on its steps, and says so when it stops early.
#pragma once

#include <vector>

#include "finding/finding.h"
#include "runtime/host/words.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime::host {

std::vector<finding::Finding> potential_deadlocks(const Channel& channel, Words& words,
                                                  finding::Verdict& verdict);

}  // namespace heddle::runtime::host
