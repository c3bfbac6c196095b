// SPDX-License-Identifier: Apache-2.0
// An object's queue of waiting threads, first come first: waiters.cpp.
#pragma once

#include "runtime/control/thread.h"

namespace heddle::control {

void enqueue(Object& object, Controlled& thread);
bool dequeue(Object& object, Controlled& thread);  // false: it is not there
Controlled& waiter(Object& object, unsigned which);
void wake(Object& queue, Controlled& thread);

}  // namespace heddle::control
