// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/locks.h"

#include "base/hash.h"
#include "runtime/machine_code/standard_call.h"
#include "runtime/watch/calls.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/process.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"
#include "runtime/watch/threads.h"
#include "sync/book.h"

namespace heddle::runtime {

bool holds(const Thread& thread, const Object& lock) {
  for (std::uint32_t i = 0; i < thread.held_count; ++i)
    if (thread.held[i].lock == lock.number) return true;
  return false;
}

namespace {

bool push(Thread& thread, Held held) {
  if (thread.held_count == thread.held_capacity) {
    const std::uint32_t capacity = thread.held_capacity == 0 ? 64 : thread.held_capacity * 2;
    auto* larger = static_cast<Held*>(permanent(capacity * sizeof(Held)));
    if (larger == nullptr) return false;
    for (std::uint32_t i = 0; i < thread.held_count; ++i) larger[i] = thread.held[i];
    thread.held = larger;
    thread.held_capacity = capacity;
  }
  thread.held[thread.held_count++] = held;
  thread.held_set = held.set;
  thread.origin_row = held.set != 0 ? row_of(thread, held.set) : nullptr;
  return true;
}

bool drop(Thread& thread, std::uint64_t lock, bool* shared) {
  for (std::uint32_t i = thread.held_count; i > 0; --i)
    if (thread.held[i - 1].lock == lock) {
      *shared = thread.held[i - 1].shared;
      for (std::uint32_t j = i; j < thread.held_count; ++j) {
        thread.held[j - 1] = thread.held[j];
        thread.held[j - 1].set = 0;
      }
      --thread.held_count;
      thread.held_set = thread.held_count > 0 ? thread.held[thread.held_count - 1].set : 0;
      thread.origin_row = nullptr;
      return true;
    }
  return false;
}

SpinLock waits_lock;

using base::mix;

// Whether a key is new. Tables of growing size: a small program touches little memory, a large one finds
// room.
constexpr std::size_t kTables = 4;
constexpr std::size_t kKeys[kTables] = {1 << 10, 1 << 14, 1 << 19, 1 << 24};
std::uint64_t* key_tables[kTables];

bool first_time(std::uint64_t key) {
  constexpr std::size_t kTries = 16;
  for (std::size_t level = 0; level < kTables; ++level) {
    std::uint64_t* table = __atomic_load_n(&key_tables[level], __ATOMIC_ACQUIRE);
    if (table == nullptr) {
      table = static_cast<std::uint64_t*>(permanent(kKeys[level] * sizeof(std::uint64_t)));
      if (table == nullptr) return false;
      std::uint64_t* none = nullptr;
      if (!__atomic_compare_exchange_n(&key_tables[level], &none, table, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE))
        table = none;
    }
    for (std::size_t i = 0; i < kTries; ++i) {
      std::uint64_t* at = &table[(key + i) % kKeys[level]];
      std::uint64_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);
      if (seen == key) return false;
      if (seen == 0 && __atomic_compare_exchange_n(at, &seen, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return true;
      if (seen == key) return false;
    }
  }
  doubt(Doubt::table_full);
  return false;
}

}  // namespace

void note_lock_order(Thread& thread, const Object& lock, Hold hold, Origin origin) {
  // All that is held matters: a common guard makes a ring harmless. So does when, for what a thread does
  // before it creates another one is never at the same time.
  const std::uint64_t who = mix(std::uint64_t{thread.number} << 32 | thread.segment);
  const std::uint64_t what = mix(lock.number * 2 + (hold == Hold::shared));
  if (!first_time(mix(who + mix(what + origin.locks)) | 1)) return;
  Channel& channel = *process.channel;
  const std::uint32_t number = __atomic_fetch_add(&channel.acquires, 1, __ATOMIC_ACQ_REL);
  if (number >= kMaxAcquires) {
    __atomic_store_n(&channel.acquires, kMaxAcquires, __ATOMIC_RELEASE);
    return doubt(Doubt::table_full);
  }
  LockAcquire& acquire = channel.acquire[number];
  acquire.lock = lock.number;
  acquire.thread = thread.number;
  acquire.segment = thread.segment;
  acquire.shared = hold == Hold::shared;
  acquire.origin = origin;
  acquire.outermost = thread.held[0].context;
  __atomic_store_n(&acquire.ready, 1, __ATOMIC_RELEASE);
}

void on_lock(Thread& thread, Object& lock, Hold hold, bool blocking, std::uint32_t bytes, const void* pc) {
  const ContextId context = stack_at(thread, pc);
  {
    const ObjectGuard guard(lock);
    if (hold == Hold::exclusive && lock.holder == &thread) {
      ++lock.depth;
      return;
    }
    acquire_from(thread, lock);
    if (hold == Hold::exclusive) {
      learn(thread, lock.shared);
      lock.holder = &thread;
      lock.depth = 1;
      lock.taken = context;
      lock.ended_holder = 0;
    } else {
      ++lock.readers;
    }
    // A reader that takes it once more is recorded with its outermost level only, as whoever holds it alone is.
    if (process.recording && !(hold == Hold::shared && holds(thread, lock)))
      record_ordered(thread, hold == Hold::exclusive ? Operation::acquire : Operation::acquire_shared,
                     lock.number, blocking ? 0 : 1, stack_at(thread, pc));
  }
  if (bytes != 0) on_use(thread, lock.address, bytes, pc);  // before it counts as held: cheaper to name
  if (blocking && thread.held_count > 0) note_lock_order(thread, lock, hold, {context, locks_of(thread)});
  const bool alone = hold == Hold::exclusive && thread.held_count == 0;
  if (alone && lock.set == 0) lock.set = set_of_one(thread, lock.number);
  push(thread, {lock.number, context, hold == Hold::shared, alone ? lock.set : 0});
}

bool on_failed_try(Thread& thread, Object& lock, Hold hold, const void* pc, If when) {
  const ObjectGuard guard(lock);
  const bool held =
      lock.holder != nullptr || lock.ended_holder != 0 || (hold == Hold::exclusive && lock.readers > 0);
  if (!held && when == If::held) return false;
  record_ordered(thread, hold == Hold::exclusive ? Operation::try_failed : Operation::try_failed_shared,
                 lock.number, 0, stack_at(thread, pc));
  return true;
}

namespace {

// Who does not hold it unlocks it: libc refuses, or it is misuse and the lock is free now, whoever took it.
void unlock_of_others(Thread& thread, sync::Call unlock, Object& lock, const sync::State& made,
                      const void* pc, sync::Standard standard) {
  if (standard == sync::Standard::posix && machine_code::is_standard_call(pc)) standard = sync::Standard::cpp;
  const sync::Ruling ruling =
      sync::rule(unlock, state_of(lock, made), caller_of(thread, lock), {.standard = standard});
  if (ruling.misuse == sync::Misuse::none) return;
  report_misuse(thread, ruling.misuse, lock, pc);
  if (Thread* other = lock.holder) {
    bool ignored;
    lock.holder = nullptr;
    drop(*other, lock.number, &ignored);
  }
  lock.ended_holder = 0;
}

}  // namespace

void on_unlock(Thread& thread, sync::Call unlock, Object& lock, const sync::State& made, const void* pc,
               sync::Standard standard) {
  bool shared = false;
  {
    const ObjectGuard guard(lock);
    if (lock.holder == &thread && --lock.depth > 0) return;
    if (!drop(thread, lock.number, &shared))
      return unlock_of_others(thread, unlock, lock, made, pc, standard);
    if (process.recording && !(shared && holds(thread, lock)))
      record_ordered(thread, shared ? Operation::release_shared : Operation::release, lock.number, 0,
                     stack_at(thread, pc));
    if (shared) {
      lock.shared.join(thread.clock);
      if (lock.readers > 0) --lock.readers;
    } else {
      release_to(thread, lock);
      lock.shared.clear();
      lock.holder = nullptr;
      lock.depth = 0;
    }
  }
  tick(thread);
}

// Every waiting thread names its lock, every lock its holder, and a thread what it holds shared: a walk along
// them that comes back is a deadlock. Who waits for a lock waits for its exclusive holder, or, to take it
// exclusively, for each that shares it; or, to share it though nobody has it exclusively, for those who wait
// to (the lock prefers writers). A holder lets go of its claim before the lock, and a thread that waits cannot
// let go of anything, so a ring that is seen is real. Only waiting threads are walked, and none ends its wait
// meanwhile.
namespace {

std::uint64_t walks;

// Depth first, through waiting threads only, each of them once.
struct Walk {
  const Thread& begin;
  const RegisteredThreads& all;
  RawFinding& ring;
  std::uint32_t length = 0;

  bool closes(Thread& at) {
    const Object& wanted = *at.waits_for;
    at.walk = walks;
    if (length < RawFinding::kRing) ring.ring[length] = {at.number, at.waits_origin, wanted.number};
    ring.ring_size = ++length;
    const bool found = comes_back(at, wanted);
    --length;
    return found;
  }
  bool comes_back(const Thread& at, const Object& wanted) {
    if (Thread* holder = __atomic_load_n(&wanted.holder, __ATOMIC_ACQUIRE)) return goes_on(*holder);
    for (Thread* next = all.first(); next != nullptr; next = next->next) {
      if (next->waits_for == nullptr) continue;
      const bool blocks =
          at.waits_shared ? next->waits_for == &wanted && !next->waits_shared : holds(*next, wanted);
      if (blocks && goes_on(*next)) return true;
    }
    return false;
  }
  bool goes_on(Thread& next) {
    return &next == &begin || (next.waits_for != nullptr && next.walk != walks && closes(next));
  }
};

bool closes_ring(Thread& thread, RawFinding& ring) {
  const RegisteredThreads all;  // once for the whole walk: its lock cannot be taken again
  ++walks;
  return Walk{thread, all, ring}.closes(thread);
}

// With waits_lock: nobody will ever give the lock up for which the thread waits.
void report_ended_holder(const Thread& thread, const Object& lock) {
  RawFinding finding;
  finding.kind = RawFinding::Kind::deadlock;
  finding.count = 1;
  finding.reason = static_cast<std::uint32_t>(sync::Wait::owner_ended);
  finding.first.thread = lock.ended_holder - 1;
  finding.first.origin = {lock.taken, 0};
  finding.ring_size = 1;
  finding.ring[0] = {thread.number, thread.waits_origin, lock.number};
  report_deadlock(finding);
}

}  // namespace

void begin_wait(Thread& thread, Object& lock, Hold hold, const void* pc) {
  const SpinGuard guard(waits_lock);
  thread.waits_origin = {stack_at(thread, pc), locks_of(thread)};
  thread.waits_shared = hold == Hold::shared;
  thread.waits_for = &lock;
  note_wait(thread, Waits::lock, lock.number, thread.waits_origin);
  if (lock.ended_holder != 0 && lock.holder == nullptr) return report_ended_holder(thread, lock);
  RawFinding ring;
  ring.kind = RawFinding::Kind::deadlock;
  ring.count = 1;
  if (closes_ring(thread, ring)) report_deadlock(ring);
}

void end_holding(Thread& thread) {
  for (; thread.held_count > 0; --thread.held_count) {
    const Held& held = thread.held[thread.held_count - 1];
    if (held.shared || held.lock >= kMaxObjects) continue;
    Object* lock = find_object(process.channel->object[held.lock].address);
    if (lock == nullptr || lock->number != held.lock || lock->holder != &thread) continue;
    {
      const ObjectGuard guard(*lock);
      if (lock->robust) {  // who takes it next is told, and knows what this thread did
        if (process.recording) record_ordered(thread, Operation::release, lock->number, 0, lock->taken);
        release_to(thread, *lock);
        lock->shared.clear();
      } else {
        lock->ended_holder = thread.number + 1;
      }
      lock->holder = nullptr;
      lock->depth = 0;
    }
    if (lock->ended_holder == 0) continue;
    const SpinGuard guard(waits_lock);
    const RegisteredThreads all;
    for (const Thread* other = all.first(); other != nullptr; other = other->next)
      if (other->waits_for == lock) report_ended_holder(*other, *lock);
  }
  thread.held_set = 0;
  thread.origin_row = nullptr;
}

void end_wait(Thread& thread) {
  const SpinGuard guard(waits_lock);
  thread.waits_for = nullptr;
  note_wait(thread, Waits::nothing);
}

}  // namespace heddle::runtime
