// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/waiters.h"

#include "runtime/control/locks.h"

namespace heddle::control {

void enqueue(Object& object, Controlled& thread) {
  thread.next_waiter = kNoThread;
  if (object.last_waiter == kNoThread)
    object.first_waiter = thread.number;
  else
    world.all[object.last_waiter]->next_waiter = thread.number;
  object.last_waiter = thread.number;
  ++object.arrived;
  waits_at(object, true);
}
bool dequeue(Object& object, Controlled& thread) {
  Thread before = kNoThread;
  for (Thread at = object.first_waiter; at != kNoThread; before = at, at = world.all[at]->next_waiter) {
    if (at != thread.number) continue;
    if (before == kNoThread)
      object.first_waiter = thread.next_waiter;
    else
      world.all[before]->next_waiter = thread.next_waiter;
    if (object.last_waiter == at) object.last_waiter = before;
    --object.arrived;
    waits_at(object, false);
    return true;
  }
  return false;
}
Controlled& waiter(Object& object, unsigned which) {
  Thread at = object.first_waiter;
  while (which-- > 0) at = world.all[at]->next_waiter;
  return *world.all[at];
}

void wake(Object& queue, Controlled& thread) {
  Controlled& self = *world.current;
  dequeue(queue, thread);
  thread.notified = true;
  // A timed wait could end without this: what orders the two is the condition variable both touch.
  if (thread.timed) return;
  order(self, thread);
  resume(thread);
}

}  // namespace heddle::control
