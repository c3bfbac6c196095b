// SPDX-License-Identifier: Apache-2.0
// Potential deadlocks: what the runtime noted of the order in which threads took their locks, searched for
// rings (lock_rings.h) and put into words. Rings taken at the same places in the source are one finding.
#pragma once

#include "finding/finding.h"
#include "runtime/host/words.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime::host {

// Adds a finding for each; a note where one thread alone takes locks in both orders; a doubt where there was
// too much to search.
void add_potential_deadlocks(const Channel& channel, Words& words, finding::Report& report);

}  // namespace heddle::runtime::host
