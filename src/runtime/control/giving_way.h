// SPDX-License-Identifier: Apache-2.0
// Threads that try each other's locks in turn, give up and begin again could go on so for ever. Each of them waits then,
// and one has to try once more in vain. What it gives up after that goes to those who wait for it: if it took that again
// itself, before anybody else did anything, all would be as before, since only a thread that came back to the state in
// which it tried before is tired (loops.h).
#pragma once

#include "runtime/control/thread.h"

namespace heddle::control {

bool gives_way(const Controlled& thread);
void note_in_vain(Thread chosen, bool again);  // whom the scheduler chose; again: nothing has changed for it

}  // namespace heddle::control
