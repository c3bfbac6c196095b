// SPDX-License-Identifier: Apache-2.0
// What a thread holds, what a lock hands on, and who waits for whom.
#pragma once

#include "runtime/watch/object.h"

namespace heddle::runtime {

enum class Hold { exclusive, shared };

// After it was taken. `blocking`: the thread would have waited, so the order of locks matters. `bytes` of its
// memory were used (calls.h), 0 if it is no object in memory.
void on_lock(Thread& thread, Object& lock, Hold hold, bool blocking, std::uint32_t bytes, const void* pc);
// The thread ends: what it holds stays held, unless it is robust.
void end_holding(Thread& thread);
// A try or timed lock that did not get it, for the recording; only if somebody is known to hold the lock, or
// always. Whether it was recorded.
enum class If { held, always };
bool on_failed_try(Thread& thread, Object& lock, Hold hold, const void* pc, If when);
// Before `unlock` of a lock whose memory says `made` of it.
void on_unlock(Thread& thread, sync::Call unlock, Object& lock, const sync::State& made, const void* pc,
               sync::Standard standard = sync::Standard::posix);
bool holds(const Thread& thread, const Object& lock);
// The thread is about to wait for a lock that others hold; finds out whether that can ever end.
void begin_wait(Thread& thread, Object& lock, Hold hold, const void* pc);
void end_wait(Thread& thread);

// The thread takes `lock` while it holds others: remembered, once, for the search for rings.
void note_lock_order(Thread& thread, const Object& lock, Hold hold, Origin origin);

}  // namespace heddle::runtime
