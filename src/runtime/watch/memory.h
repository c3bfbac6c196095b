// SPDX-License-Identifier: Apache-2.0
// The heap as the program sees it.
#pragma once

#include "runtime/watch/channel.h"
#include "runtime/watch/thread.h"

namespace heddle::runtime {

// The block, live or freed a moment ago, that `address` is in; size 0 if there is none.
RawBlock block_around(std::uint64_t address);
// Gives everything the thread holds back from reuse to libc.
void leave_quarantine(Thread& thread);  // at its end: others may still use what it has freed

}  // namespace heddle::runtime
