// SPDX-License-Identifier: Apache-2.0
// The lives of synchronisation objects: how their bytes came to be what they are, who holds them, and that
// their memory does not go while somebody does.
//
// A call is an access of its object's bytes. init and destroy write them, plainly; any other call *uses* them,
// which conflicts with every plain access and with the end of their memory, but with no other use. A use is
// told of the first bytes alone: what writes an object writes those too.
//
// Objects are found by address, and some are made without a call: by a static initialiser, a constructor, on
// the place of an earlier one. Controlled calls never touch the real objects, so a word of their bytes changes
// only when another object is made there: it is looked at in every call (Object::raw). Destroyed ones are
// filled with a pattern of ours. Heap that nobody wrote has the pattern of heap.cpp; whether stack memory was
// written is not known, so there only what has no static initialiser is noticed to be missing its init. A scope
// is left where its function ends, and that of an inlined function with the one it became part of.
#include "runtime/control/lives.h"

#include <cstring>

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "base/check.h"
#include "base/hash.h"
#include "runtime/control/doubt_places.h"
#include "runtime/control/locks.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/shared/abi.h"
#include "sync/sizes.h"

namespace heddle::control {
namespace {

using sync::Life;

static_assert(raw_offset(sync::Object::mutex) == offsetof(pthread_mutex_t, __data.__kind));
static_assert(raw_offset(sync::Object::rwlock) == offsetof(pthread_rwlock_t, __data.__flags));

std::size_t bytes_of(sync::Object kind) {
  const std::size_t size = sync::size_of(kind);
  return size != 0 ? size : sizeof(int);
}

constexpr int kDestroyedByte = 0xd5;
constexpr std::uint32_t kDestroyed = 0xd5d5d5d5, kNeverWritten = 0xa5a5a5a5;

// ---- made or destroyed outside of any execution ----

struct Outsider {
  std::uint64_t address;
  Life life;
};
constexpr std::size_t kOutsiders = std::size_t{1} << 20;
Outsider* outsiders = nullptr;

// Its place, or the one where it would be.
Outsider& outsider(std::uint64_t address) {
  std::size_t at = base::mix(address) % kOutsiders;
  for (std::size_t tried = 0;; ++tried, at = (at + 1) % kOutsiders) {
    HEDDLE_CHECK(tried < kOutsiders, "there is room for what is initialised outside of executions");
    std::uint64_t found = 0;
    if (__atomic_compare_exchange_n(&outsiders[at].address, &found, address, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED) ||
        found == address)
      return outsiders[at];
  }
}

// Made by another process: bytes that somebody wrote, in memory that belongs to none of this one's parts.
bool is_from_elsewhere(sync::Object kind, std::uint64_t address) {
  if (in_heap(address) || is_global(address) || is_on_stack(address)) return false;
  const auto* bytes = reinterpret_cast<const char*>(address);
  bool written = false;
  for (std::size_t i = 0; i < bytes_of(kind); ++i) written |= bytes[i] != 0;
  return written;
}

// No initialiser makes such bytes: of no kind that there is, or held. It was never made one, or is a copy of one that was
// held (mark_held). Real threads may hold it since before the execution.
constexpr std::uint32_t kKinds = 0x3f3;  // what libc keeps of a mutex's attributes
bool is_no_mutex(const volatile void* address, std::uint32_t kind) {
  pthread_mutex_t mutex;
  std::memcpy(&mutex, reinterpret_cast<const void*>(number(address)), sizeof mutex);
  const auto& bytes = mutex.__data;
  const bool is_held = bytes.__lock != 0 || bytes.__owner != 0 || bytes.__nusers != 0;
  return (kind & ~kKinds) != 0 || (is_held && bytes.__owner != getpid());
}

Life life_of(sync::Object kind, const volatile void* address, std::uint32_t raw) {
  if (raw == kDestroyed) return Life::destroyed;
  if (kind == sync::Object::mutex && raw == ~std::uint32_t{0}) return Life::destroyed;  // libc's own mark
  if (raw == kNeverWritten && in_heap(number(address))) return Life::unwritten;
  if (kind == sync::Object::mutex && is_no_mutex(address, raw)) return Life::unwritten;
  if (sync::has_static_initialiser(kind)) return Life::written;
  if (is_from_elsewhere(kind, number(address))) return Life::initialised;
  if (outsiders == nullptr) return Life::written;
  const Outsider& known = outsider(number(address));
  return known.life == Life::initialised ? Life::initialised : Life::written;
}

// As the bytes say.
sync::State state_at(sync::Object kind, const volatile void* address, std::uint32_t raw) {
  sync::State state;
  if (kind == sync::Object::mutex) {
    // Whether such a lock can be had is the kernel's to say, who may raise the priority of a thread or not.
    constexpr std::uint32_t kHasCeiling = 64;
    if ((raw & kHasCeiling) != 0 && (raw & ~kKinds) == 0)
      doubt(Doubt::unknown_call, "pthread_mutexattr_setprotocol with PTHREAD_PRIO_PROTECT");
    state = sync::mutex_of_kind(static_cast<int>(raw));
  }
  if (kind == sync::Object::rwlock) state = sync::rwlock_of_flags(static_cast<int>(raw));
  if (kind == sync::Object::barrier) state.count = raw;
  if (kind == sync::Object::semaphore) {
    int value = 0;
    HEDDLE_LIBC(sem_getvalue)(reinterpret_cast<sem_t*>(number(address)), &value);
    state.count = static_cast<std::uint32_t>(value);
  }
  return state;
}

// ---- who holds what, who waits where ----

Hold* all_holds = nullptr;
constexpr std::size_t kHolds = std::size_t{1} << 24;

bool is_blocked_at(const Controlled& thread, const Object& object) {
  if (thread.state != Controlled::State::stopped) return false;
  if (thread.condition_mutex == &object) return true;
  if (thread.waits_for != &object) return false;
  const Need need = world.views[thread.number].next.need;
  return need == Need::event || (need == Need::exclusive && (available(object) & 1) == 0) ||
         (need == Need::shared && (available(object) & 2) == 0);
}
std::uint32_t waiting_at(const Object& object) {
  if (object.kind == sync::Object::condition || object.kind == sync::Object::barrier) return object.arrived;
  std::uint32_t count = 0;
  for (Thread number = 0; number < world.threads; ++number)
    count += is_blocked_at(*world.all[number], object) ? 1 : 0;
  return count;
}

bool counts_on_stack(const Object& object) { return is_on_stack(object.key); }

}  // namespace

void note_outside(const void* address, Life life) {
  if (outsiders == nullptr) outsiders = static_cast<Outsider*>(map_apart(kOutsiders * sizeof(Outsider)));
  outsider(number(address)).life = life;
}

void learn(Object& object, sync::Object kind, std::uint32_t raw) {
  if (object.known && object.kind == kind && is_held(object.state))
    misused(kind, sync::Misuse::initialised_in_use, object.key, nullptr);
  const auto* address = reinterpret_cast<const void*>(object.key);
  object.known = true;
  object.kind = kind;
  object.raw = raw;
  object.state = state_at(kind, address, raw);
  object.state.life = life_of(kind, address, raw);
  object.published_any = object.shared_any = false;
}

int begin_making(sync::Call call, void* address, const void* pc, const sync::Arguments& arguments) {
  const sync::Object kind = sync::row(call).object;
  Object& object = object_of(kind, address);
  object.state.waiting = waiting_at(object);
  const int value =
      ruled(call, object, pc, arguments).answers[0].value;  // misuse tells more than a race does
  touch(address, bytes_of(kind), true, pc);
  return value;
}

void was_made(sync::Object kind, void* address) {
  Object& object = object_at(address);
  object.known = true;
  object.kind = kind;
  object.raw = raw_of(kind, address);
  object.state = state_at(kind, address, object.raw);
  object.state.life = Life::initialised;
  object.published_any = object.shared_any = false;
  if (world.memory != nullptr) ++object.restarts;  // what it was before is nobody's to read
}

void leave(const void* pc) {
  Controlled& self = *world.current;
  Object* object = self.leaves;
  self.leaves = nullptr;
  if (object == nullptr) return;
  if (in_heap(object->key)) check_heap(object->key, sizeof(int), true, pc);
  access_leaving(object->key, bytes_of(object->kind), pc);
}

// libc's destroy waits for those who have waited and not returned yet.
static void let_leave(const Object& object) {
  for (Thread number = 0; number < world.threads; ++number)
    if (Controlled& thread = *world.all[number]; thread.leaves == &object) {
      will_change(thread.leaves);
      thread.leaves = nullptr;
    }
  forget_leaving(object.key, bytes_of(object.kind));
}

void was_destroyed(sync::Call call, void* address, const void* pc) {
  const sync::Object kind = sync::row(call).object;
  if (Object& queue = object_of(kind, address); queue.waited_in_time) meet_timed_waits(queue, pc);
  Object& object = object_of(kind, address);
  object.state.waiting = waiting_at(object);
  const sync::Ruling ruling = ruled(call, object, pc);
  let_leave(object);
  touch(address, bytes_of(kind), true, pc);
  apply(ruling.answers[0], object);
  std::memset(address, kDestroyedByte, bytes_of(kind));
  object.raw = kDestroyed;
}

void forget_holds() {
  if (all_holds == nullptr) all_holds = static_cast<Hold*>(map_apart(kHolds * sizeof(Hold)));
  world.holds_used = 0;
  world.free_holds = nullptr;
  world.stack_holds = 0;
}

Hold* held_by(const Controlled& thread, const Object& object) {
  Hold* hold = thread.holds;
  while (hold != nullptr && hold->object != &object) hold = hold->next;
  return hold;
}

void hold(Object& object, bool shared) {
  Controlled& self = *world.current;
  if (Hold* hold = shared ? held_by(self, object) : nullptr) {
    will_change(*hold);
    ++hold->shared;
    return;
  }
  Hold* hold = world.free_holds;
  will_change(hold != nullptr ? *hold : all_holds[world.holds_used]);
  if (hold != nullptr)
    world.free_holds = hold->next;
  else
    hold = &all_holds[world.holds_used++];
  HEDDLE_CHECK(world.holds_used < kHolds, "there is room for who holds which lock");
  *hold = {&object, shared ? 1U : 0U, self.holds, self.doing_pc};
  self.holds = hold;
  if (counts_on_stack(object)) ++world.stack_holds;
}

void mark_held(std::uint64_t address, std::uint64_t size) {
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    if (thread.state == Controlled::State::absent) continue;
    for (const Hold* hold = thread.holds; hold != nullptr; hold = hold->next) {
      Object& object = *hold->object;
      if (object.kind != sync::Object::mutex || object.key < address ||
          object.key + sizeof(pthread_mutex_t) > address + size)
        continue;
      remember(object.key, sizeof(int));
      reinterpret_cast<pthread_mutex_t*>(object.key)->__data.__lock = 1;
      keep_object(object);
      object.is_marked = true;
    }
  }
}

void let_go(Object& object) {
  if (object.is_marked) {
    object.is_marked = false;
    remember(object.key, sizeof(int));
    reinterpret_cast<pthread_mutex_t*>(object.key)->__data.__lock = 0;
  }
  for (Hold** at = &world.current->holds; *at != nullptr; at = &(*at)->next) {
    Hold* hold = *at;
    if (hold->object != &object) continue;
    will_change(*at);
    will_change(*hold);
    if (hold->shared > 1) {
      --hold->shared;
      return;
    }
    *at = hold->next;
    hold->next = world.free_holds;
    world.free_holds = hold;
    if (counts_on_stack(object)) --world.stack_holds;
    return;
  }
}

void waits_at(Object& object, bool begins) {
  if (counts_on_stack(object)) world.stack_holds += begins ? 1U : ~0U;
}

void end_holds(Controlled& self) {
  for (Hold* hold = self.holds; hold != nullptr;) {
    Object& object = *hold->object;
    const void* taken = hold->pc;
    keep_object(object);
    hold = hold->next;
    if (object.kind != sync::Object::mutex || object.state.robust == sync::Robust::no) {
      object.state.owner_ended = true;
      continue;
    }
    if (world.memory != nullptr) cut_at(Doubt::beyond_model, "a robust mutex whose owner ends", taken);
    Operation operation = on(object, true);
    reach(operation, &object, Action::release, object.key, nullptr);
    note_before(operation, object);
    apply(ruled(sync::Call::mutex_owner_ends, object, nullptr).answers[0], object);
    effect();
    performed(operation);
  }
}

Thread holder_of(const Object& object) {
  if (object.state.owner != kNoThread || object.state.readers == 0) return object.state.owner;
  Thread found = kNoThread;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    if (thread.state == Controlled::State::absent || held_by(thread, object) == nullptr) continue;
    if (found == kNoThread || thread.state == Controlled::State::ended) found = number;
  }
  return found;
}

void memory_ends(std::uint64_t begin, std::uint64_t end, const void* pc) {
  const auto check = [&](const Object* object) {
    if (object == nullptr || object->key < begin || object->key >= end) return;
    sync::State state = object->state;
    state.waiting = waiting_at(*object);
    const sync::Misuse misuse = sync::memory_ends(state);
    if (misuse != sync::Misuse::none) misused(object->kind, misuse, object->key, pc);
  };
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    if (thread.state == Controlled::State::absent) continue;
    for (const Hold* hold = thread.holds; hold != nullptr; hold = hold->next) check(hold->object);
    check(thread.condition);
    check(thread.condition_mutex);
    if (thread.state != Controlled::State::stopped || thread.waits_for == nullptr) continue;
    if (thread.waits_for->kind == sync::Object::semaphore || thread.waits_for->kind == sync::Object::barrier)
      check(thread.waits_for);
  }
}

}  // namespace heddle::control
