// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/locks.h"

#include "runtime/watch/contexts.h"
#include "runtime/watch/process.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"

namespace heddle::runtime {
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
  thread.held_set = 0;
  return true;
}

bool drop(Thread& thread, std::uint64_t lock, bool* shared) {
  for (std::uint32_t i = thread.held_count; i > 0; --i)
    if (thread.held[i - 1].lock == lock) {
      *shared = thread.held[i - 1].shared;
      for (std::uint32_t j = i; j < thread.held_count; ++j) thread.held[j - 1] = thread.held[j];
      --thread.held_count;
      thread.held_set = 0;
      return true;
    }
  return false;
}

SpinLock waits_lock;

constexpr std::size_t kEdgeKeys = std::size_t{1} << 20;
std::uint64_t* edge_keys;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

bool first_time(std::uint64_t key) {
  std::uint64_t* table = __atomic_load_n(&edge_keys, __ATOMIC_ACQUIRE);
  if (table == nullptr) {
    table = static_cast<std::uint64_t*>(permanent(kEdgeKeys * sizeof(std::uint64_t)));
    if (table == nullptr) return false;
    std::uint64_t* none = nullptr;
    if (!__atomic_compare_exchange_n(&edge_keys, &none, table, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      table = none;
  }
  for (std::size_t i = 0; i < 32; ++i) {
    std::uint64_t* at = &table[(key + i) % kEdgeKeys];
    std::uint64_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);
    if (seen == key) return false;
    if (seen == 0 && __atomic_compare_exchange_n(at, &seen, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
    if (seen == key) return false;
  }
  doubt(Doubt::table_full);
  return false;
}

}  // namespace

void note_lock_order(Thread& thread, const Object& lock, Hold hold, Origin origin) {
  // The set of locks held matters: a common guard makes a cycle harmless.
  std::uint64_t guards = 0;
  for (std::uint32_t i = 0; i < thread.held_count; ++i) guards += mix(thread.held[i].lock + 1);
  Channel& channel = *process.channel;
  for (std::uint32_t i = 0; i < thread.held_count; ++i) {
    const Held& held = thread.held[i];
    if (held.lock == lock.number) continue;
    if (!first_time(mix(guards + mix(held.lock * 7 + mix(lock.number)) +
                        mix(thread.number * 2 + (hold == Hold::shared))) |
                    1))
      continue;
    const std::uint32_t number = __atomic_fetch_add(&channel.edges, 1, __ATOMIC_ACQ_REL);
    if (number >= kMaxEdges) {
      __atomic_store_n(&channel.edges, kMaxEdges, __ATOMIC_RELEASE);
      return doubt(Doubt::table_full);
    }
    LockEdge& edge = channel.edge[number];
    edge.first = held.lock;
    edge.second = lock.number;
    edge.thread = thread.number;
    edge.segment = thread.segment;
    edge.second_shared = hold == Hold::shared;
    edge.origin = origin;
    edge.first_context = held.context;
    __atomic_store_n(&edge.ready, 1, __ATOMIC_RELEASE);
  }
}

void on_lock(Thread& thread, Object& lock, Hold hold, bool blocking, const void* pc) {
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
    } else {
      ++lock.readers;
    }
    if (process.recording)
      record_ordered(thread, hold == Hold::exclusive ? Operation::acquire : Operation::acquire_shared,
                     lock.number, 0, stack_at(thread, pc));
  }
  if (blocking && thread.held_count > 0) note_lock_order(thread, lock, hold, {context, locks_of(thread)});
  push(thread, {lock.number, context, hold == Hold::shared});
}

bool on_unlock(Thread& thread, Object& lock, const void* pc) {
  bool shared = false;
  {
    const ObjectGuard guard(lock);
    if (lock.holder == &thread && --lock.depth > 0) return false;
    const bool mine = drop(thread, lock.number, &shared);
    if (!mine) {
      const auto kind =
          lock.holder != nullptr ? RawFinding::Kind::unlock_by_other : RawFinding::Kind::unlock_of_free_lock;
      report_lock_misuse(thread, kind, lock, pc);
      if (Thread* other = lock.holder) {  // it is free now, whoever took it
        bool ignored;
        lock.holder = nullptr;
        drop(*other, lock.number, &ignored);
      }
      return true;
    }
    if (process.recording)
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
  return true;
}

// Every waiting thread names its lock, every lock its holder: a walk along both that comes back is a
// deadlock. A holder lets go of its claim before the lock, and a thread that waits cannot let go of anything,
// so a ring that is seen is real.
void begin_wait(Thread& thread, Object& lock, const void* pc) {
  const SpinGuard guard(waits_lock);
  thread.waits_origin = {stack_at(thread, pc), locks_of(thread)};
  __atomic_store_n(&thread.waits_for, &lock, __ATOMIC_RELEASE);
  RawFinding ring;
  ring.kind = RawFinding::Kind::deadlock;
  ring.count = 1;
  const Thread* at = &thread;
  for (std::uint32_t length = 0; length < RawFinding::kRing; ++length) {
    const Object* wanted = __atomic_load_n(&at->waits_for, __ATOMIC_ACQUIRE);
    if (wanted == nullptr) return;
    ring.ring[length] = {at->number, at->waits_origin, wanted->number};
    at = __atomic_load_n(&wanted->holder, __ATOMIC_ACQUIRE);
    if (at == nullptr) return;
    if (at == &thread) {
      ring.ring_size = length + 1;
      return report_deadlock(ring);
    }
  }
}

void end_wait(Thread& thread) { __atomic_store_n(&thread.waits_for, nullptr, __ATOMIC_RELEASE); }

}  // namespace heddle::runtime
