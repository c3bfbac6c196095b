// SPDX-License-Identifier: Apache-2.0
// What a thread holds, what a lock hands on, and who waits for whom.
#pragma once

#include "runtime/watch/object.h"

namespace heddle::runtime {

enum class Hold { exclusive, shared };

// After it was taken. `blocking`: the thread would have waited, so the order of locks matters.
void on_lock(Thread& thread, Object& lock, Hold hold, bool blocking, const void* pc);
// A try or timed lock that did not get it.
void on_failed_try(Thread& thread, const Object& lock, Hold hold, const void* pc);
// Before it is given up. True: the thread held it for the last time (a recursive lock counts).
bool on_unlock(Thread& thread, Object& lock, const void* pc);
// The thread is about to wait for a lock that others hold; finds out whether that can ever end.
void begin_wait(Thread& thread, Object& lock, Hold hold, const void* pc);
void end_wait(Thread& thread);

// The thread takes `lock` while it holds others: remembered, once, for the search for rings.
void note_lock_order(Thread& thread, const Object& lock, Hold hold, Origin origin);

}  // namespace heddle::runtime
