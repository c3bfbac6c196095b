// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/giving_way.h"

#include "runtime/control/locks.h"
#include "runtime/control/loops.h"
#include "runtime/control/world.h"

namespace heddle::control {

bool gives_way(const Controlled& thread) {
  if (thread.number != world.in_vain) return false;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& other = *world.all[number];
    if (&other != &thread && other.state == Controlled::State::stopped &&
        other.waits_for == thread.waits_for && (available(*other.waits_for) & 1) != 0 &&
        (other.tired || (other.awaited_count > 0 && changes(other) != 0)))
      return true;
  }
  return false;
}

void note_in_vain(Thread chosen, bool again) {
  const Controlled& next = *world.all[chosen];
  if (again || (next.tired && (available(*next.waits_for) & 1) == 0))
    world.in_vain = chosen;
  else if (chosen != world.in_vain || next.doing != Action::release)
    world.in_vain = kNoThread;
}

}  // namespace heddle::control
