// SPDX-License-Identifier: Apache-2.0
// Calls of a linearizability test (<heddle/linearizable/engine.h>), and what they mean for the search.
//
// Which call ended before which began is part of what an execution shows, so beginnings and ends depend on each other.
// Each thread has an object for this, which the ends of its calls write and the beginnings of others' calls read. A
// beginning is no operation of its own: the call's first visible operation reads those objects too. An end is one, as
// nobody can tell in advance which operation is the last. But where a call gives a lock back and then returns, giving it
// back is the end: all operations that give a lock back write the thread's object, so this is foreseen. (Most objects
// with locks need no more schedules then than without a history.)
//
// With more threads than an operation has room for, beginnings and ends are operations that all depend on each other.
#pragma once

#include "runtime/control/world.h"

namespace heddle::control {

// It is about to be announced: what it touches by being in a call.
void note_call(Controlled& self, Operation& operation, Action action);
void call_performed(Controlled& self);  // an operation was
// Is it one of the threads that stand still, for a test of progress?
bool stands_still(const Controlled& thread);
void forget_calls();  // of the last execution

// Nobody can go on: does the test know why? Fails if that is wrong.
enum class Stuck : std::uint8_t { as_it_should_be, unknown };
Stuck ask_whether_stuck();

}  // namespace heddle::control
