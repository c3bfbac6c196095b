// SPDX-License-Identifier: Apache-2.0
// Mutexes, spin locks and readers-writer locks.
#include <algorithm>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

bool Machine::Parts::holds(const Thread& thread, Word lock) const {
  return std::binary_search(thread.held.begin(), thread.held.end(), lock);
}
bool Machine::Parts::hold(ThreadNumber number, Word lock) {
  Thread& thread = threads[number];
  expose(lock & ~Word{1});
  thread.held.insert(std::upper_bound(thread.held.begin(), thread.held.end(), lock), lock);
  thread.dirty = true;
  return true;
}
// Its number + 1; 0: nobody, or a thread that has ended.
std::uint32_t Machine::Parts::owner_of(Word lock) const {
  for (ThreadNumber number = 0; number < threads.size(); ++number)
    if (holds(threads[number], lock)) return number + 1;
  return 0;
}
void Machine::Parts::drop(Thread& thread, Word lock) {
  const auto at = std::lower_bound(thread.held.begin(), thread.held.end(), lock);
  if (at != thread.held.end() && *at == lock) thread.held.erase(at);
  thread.dirty = true;
}

bool Machine::Parts::unlock_mutex(ThreadNumber number, Word mutex, Word& result) {
  Word owner = 0;
  if (!load(number, mutex, 4, owner)) return false;
  const std::uint32_t kind = peek(mutex, 16);
  if (owner == 0 || !holds(threads[number], mutex)) {
    if (kind == kErrorChecking) return result = kNotOwner, true;
    return fail(number, finding::Kind::lock_misuse,
                owner == 0 ? "a lock is released that nobody holds"
                           : "a lock is released that another thread holds",
                mutex),
           false;
  }
  const std::uint32_t count = peek(mutex, 4);
  if (kind == kRecursive && count > 1) return store(number, mutex + 4, 4, count - 1);
  if (!store(number, mutex, 4, 0) || !store(number, mutex + 4, 4, 0)) return false;
  drop(threads[number], mutex);
  effect(number, event::Operation::release, mutex);
  return true;
}

std::optional<Outcome> Machine::Parts::perform_lock(const BuiltinCall& call) {
  using event::Operation;
  const ThreadNumber number = call.number;
  Thread* thread = &threads[number];
  const auto builtin = static_cast<Builtin>(call.instruction.a);
  const auto arg = [&](Operand k) { return call.argument(k); };
  switch (builtin) {
    case Builtin::mutex_init:
    case Builtin::mutex_init_c11: {
      Word kind = 0;
      if (builtin == Builtin::mutex_init_c11)
        kind = (arg(1) & 1) != 0 ? kRecursive : 0;
      else if (arg(1) != 0 && !load(number, arg(1), 4, kind))
        return Outcome::problem;
      return call.go_on_if(fill(number, arg(0), 0, 24) && call.put(16, kind));
    }
    case Builtin::mutex_attribute_init:
      return call.go_on_if(call.put(0, 0));
    case Builtin::mutex_attribute_set_type:
      return call.go_on_if(call.put(0, arg(1)));
    case Builtin::mutex_destroy: {
      Word owner = 0;
      if (!call.word(0, owner)) return Outcome::problem;
      if (owner != 0) return call.misuse("a lock is destroyed while it is held");
      return call.go_on_if(call.put(16, kDestroyed));
    }
    case Builtin::spin_init:
      return call.go_on_if(call.put(0, 0));
    case Builtin::spin_destroy:
      return call.go_on_if(call.put(0, kDestroyed));
    case Builtin::mutex_lock:
    case Builtin::mutex_try_lock:
    case Builtin::mutex_timed_lock:  // to be busy is to be busy long enough
    case Builtin::mutex_try_lock_c11: {
      Word kind = 0;
      Word owner = 0;
      if (!call.word(16, kind) || !call.word(0, owner)) return Outcome::problem;
      if (kind == kDestroyed) return call.misuse("a lock is acquired that was destroyed");
      if (owner != 0 && holds(*thread, arg(0)) && kind == kRecursive)
        return call.go_on_if(call.put(4, peek(arg(0), 4) + 1));
      if (owner != 0 && holds(*thread, arg(0)) && kind == kErrorChecking && builtin == Builtin::mutex_lock)
        return call.go_on(kDeadlock);
      if (owner != 0)
        return call.go_on(builtin == Builtin::mutex_try_lock_c11 ? 1
                          : builtin == Builtin::mutex_timed_lock ? kTimedOut
                                                                 : kBusy);  // a try that fails
      if (!call.put(0, 1) || !call.put(4, 1)) return Outcome::problem;
      hold(number, arg(0));
      effect(number, Operation::acquire, arg(0));
      return call.go_on(0);
    }
    case Builtin::spin_lock:
    case Builtin::spin_try_lock: {
      Word owner = 0;
      if (!call.word(0, owner)) return Outcome::problem;
      if (owner == kDestroyed) return call.misuse("a lock is acquired that was destroyed");
      if (owner != 0) return call.go_on(kBusy);
      if (!call.put(0, 1)) return Outcome::problem;
      hold(number, arg(0));
      effect(number, Operation::acquire, arg(0));
      return call.go_on(0);
    }
    case Builtin::spin_unlock: {
      Word owner = 0;
      if (!call.word(0, owner)) return Outcome::problem;
      if (owner == 0 || !holds(*thread, arg(0)))
        return call.misuse("a lock is released that this thread does not hold");
      if (!call.put(0, 0)) return Outcome::problem;
      drop(threads[number], arg(0));
      effect(number, Operation::release, arg(0));
      return call.go_on(0);
    }
    case Builtin::mutex_unlock: {
      Word result = 0;
      const bool done = unlock_mutex(number, arg(0), result);
      return call.go_on_if(done, result);
    }
    case Builtin::rwlock_init:
      return call.go_on_if(fill(number, arg(0), 0, 24));
    case Builtin::rwlock_destroy:
      if (peek(arg(0), 0) != 0 || peek(arg(0), 4) != 0)
        return call.misuse("a lock is destroyed while it is held");
      return call.go_on_if(call.put(16, kDestroyed));
    case Builtin::rwlock_read:
    case Builtin::rwlock_try_read: {
      Word writer = 0;
      if (!call.word(0, writer)) return Outcome::problem;
      if (peek(arg(0), 16) == kDestroyed) return call.misuse("a lock is acquired that was destroyed");
      if (writer != 0) return call.go_on(kBusy);
      if (!call.put(4, peek(arg(0), 4) + 1)) return Outcome::problem;
      const bool outermost = !holds(*thread, arg(0) | 1);
      hold(number, arg(0) | 1);
      if (outermost) effect(number, Operation::acquire_shared, arg(0));
      return call.go_on(0);
    }
    case Builtin::rwlock_write:
    case Builtin::rwlock_try_write: {
      Word writer = 0;
      if (!call.word(0, writer)) return Outcome::problem;
      if (peek(arg(0), 16) == kDestroyed) return call.misuse("a lock is acquired that was destroyed");
      if (writer != 0 || peek(arg(0), 4) != 0) return call.go_on(kBusy);
      if (!call.put(0, 1)) return Outcome::problem;
      hold(number, arg(0));
      effect(number, Operation::acquire, arg(0));
      return call.go_on(0);
    }
    case Builtin::rwlock_unlock: {
      if (holds(*thread, arg(0))) {
        if (!call.put(0, 0)) return Outcome::problem;
        drop(*thread, arg(0));
        effect(number, Operation::release, arg(0));
        return call.go_on(0);
      }
      if (!holds(*thread, arg(0) | 1))
        return call.misuse("a lock is released that this thread does not hold");
      if (!call.put(4, peek(arg(0), 4) - 1)) return Outcome::problem;
      drop(*thread, arg(0) | 1);
      if (!holds(*thread, arg(0) | 1)) effect(number, Operation::release_shared, arg(0));
      return call.go_on(0);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::program
