// SPDX-License-Identifier: Apache-2.0
// Calls of a linearizability test (<heddle/linearizable/engine.h>), and what they mean for the search.
//
// Which call ended before which began is part of what an execution shows, so beginnings and ends depend on each other.
// Each thread has an object for this, which the ends of its calls write and the beginnings of others' calls read. A
// beginning is no operation of its own: the call's first visible operation reads those objects too. But a call that
// starts a thread before has begun: what that thread does is done for it. An end is an operation, as nobody can tell in
// advance which one is the last. But where a call gives a lock back and then returns, giving it
// back is the end: all operations that give a lock back write the thread's object, so this is foreseen. (Most objects
// with locks need no more schedules then than without a history.) The same holds of all operations of a *short* call, of a
// kind that had one operation each time before: a counter's increment is its own beginning and end. An end that waits
// after the last operation makes a history that is less strict, so nothing is lost; and what is foreseen depends on the
// kind alone, so it holds in every execution of a search.
//
// With more threads than an operation has room for, beginnings and ends are operations that all depend on each other.
//
// Under a memory model (weak_memory.h) there is no time that threads agree on. A call comes before another if it *happens
// before* it; that is what Batty, Dodds, Gotsman: Library abstraction for C/C++ concurrency (POPL 2013), and Raad, Doko,
// Rožić, Lahav, Vafeiadis: On library correctness under weak memory consistency (POPL 2019), ask of an object. Whether it
// does is for the client to say too, who may pass on that a call has returned. So the test is the client that passes on
// whatever it likes: a thread sets a flag of its own with release when a call returns, and looks at the flags of the
// others, with acquire, when one begins. The search lets each look find any value that coherence allows. Found old, it
// orders nothing, and hides nothing of what the object does; found new, it is a client that synchronised, and the object
// has to keep what that client knows. Everything that happens before is known by the flags' values: a flag that was set
// happens before, so no older value can be read.
#pragma once

#include "runtime/control/world.h"

namespace heddle::control {

// It is about to be announced: what it touches by being in a call.
void note_call(Controlled& self, Operation& operation, Action action);
void call_performed(Controlled& self);  // an operation was
void call_starts_thread();              // it is about to
bool may_stop();                        // a thread may be made to stand still
bool is_in_scenario();                  // the execution is one of a test
// Is it one of the threads that stand still, for a test of progress?
bool stands_still(const Controlled& thread);
void forget_calls();  // of the last execution

// Does the thread do what is no part of the execution (heddle_runtime_outside)? And back to that.
bool is_outside();
void come_back();

// Nobody can go on: does the test know why? Fails if that is wrong.
enum class Stuck : std::uint8_t { as_it_should_be, unknown };
Stuck ask_whether_stuck();

}  // namespace heddle::control
