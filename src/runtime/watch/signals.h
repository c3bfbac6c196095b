// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {
struct Thread;
void deliver_signals(Thread& thread);  // those that came while it was busy
}  // namespace heddle::runtime
