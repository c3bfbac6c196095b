// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/calls.h"

#include "runtime/watch/memory.h"
#include "runtime/watch/report.h"
#include "sync/book.h"
#include "sync/sizes.h"

namespace heddle::runtime {

using sync::Life;
using sync::Misuse;

namespace {

// The only memory of which it is known that nobody else initialises objects in it: the heap's, the thread's own
// stack, the variables of loaded files. Other processes and libc itself (sem_open) put objects elsewhere.
bool is_of_the_program(const Thread& thread, std::uint64_t address) {
  if (address - thread.stack_low < thread.stack_high - thread.stack_low) return true;
  if (block_around(address).size != 0) return true;
  const Channel& channel = *process.channel;
  for (std::uint32_t i = 0; i < channel.modules && i < kMaxModules; ++i)
    if (address - channel.module[i].low < channel.module[i].high - channel.module[i].low) return true;
  return false;
}

// The bytes are still as the destroy left them: what was last written there is what it wrote.
bool still_destroyed(const Object& object) {
  char* base = planes_of(object.address);
  if (base == nullptr) return false;
  const Cell& cell = *cell_in(base, object.address);
  for (const std::uint64_t& word : cell.word) {
    const std::uint64_t entry = __atomic_load_n(&word, __ATOMIC_RELAXED) & ~kCellLock;
    if ((entry & kEpochMask) == object.destroyed && (entry & (kRead | kAtomic)) == 0) return true;
  }
  return false;
}

Life life_of(const Thread& thread, sync::Object object, const volatile void* at, const Object* known) {
  if (object == sync::Object::mutex)  // libc marks it when it is destroyed, and everything else unmarks it
    return static_cast<const volatile pthread_mutex_t*>(at)->__data.__kind == -1 ? Life::destroyed
                                                                                 : Life::written;
  constexpr unsigned kDestroyed = 4;
  if (object == sync::Object::condition)
    return (static_cast<const volatile pthread_cond_t*>(at)->__data.__wrefs & kDestroyed) != 0
               ? Life::destroyed
               : Life::written;
  if (known != nullptr && known->life == Life::destroyed) {
    const bool by_hand = has_static_initialiser(object) && !still_destroyed(*known);
    return by_hand ? Life::written : Life::destroyed;
  }
  if (known != nullptr && known->life == Life::initialised) return Life::initialised;
  const bool elsewhere = !has_static_initialiser(object) && !is_of_the_program(thread, address_of(at));
  return elsewhere ? Life::initialised : Life::written;
}

// No plain access of the bytes is unordered with what the thread does now. Uses are no matter here.
bool is_quiet(const Thread& thread, std::uint64_t address) {
  char* base = planes_of(address);
  if (base == nullptr) return true;
  const Cell& cell = *cell_in(base, address);
  bool quiet = true;
  for (const std::uint64_t& word : cell.word) {
    const std::uint64_t entry = __atomic_load_n(&word, __ATOMIC_RELAXED) & ~kCellLock;
    const std::uint32_t slot = slot_of(entry);  // none, if the cell was freed or has a longer list
    const bool known = slot < thread.clock.size && (entry & kEpochMask) <= thread.clock.at[slot];
    quiet &= known || ((entry & kAtomic) != 0 && slot < kMaxSlots);
  }
  return quiet;
}

bool is_freed(std::uint64_t address) {
  char* base = planes_of(address);
  if (base == nullptr) return false;
  return (__atomic_load_n(&cell_in(base, address)->word[0], __ATOMIC_RELAXED) & kTagMask & ~kCellLock) ==
         kFreed;
}

void misuse(Thread& thread, Misuse misuse, sync::Object object, const volatile void* at, const void* pc) {
  if (Object* known = object_at(thread, address_of(at), kind_of(object), pc))
    report_misuse(thread, misuse, *known, pc);
}

}  // namespace

bool may_use(Thread& thread, sync::Object object, const volatile void* at, const void* pc) {
  if (!is_quiet(thread, address_of(at))) [[unlikely]] {
    on_use(thread, address_of(at), used_bytes(object), pc);
    if (is_freed(address_of(at))) return false;
  }
  // Most are mutexes, and these say themselves what they are.
  const bool says = object == sync::Object::mutex || object == sync::Object::condition;
  sync::State state;
  state.life = life_of(thread, object, at, says ? nullptr : find_object(address_of(at)));
  const Misuse wrong = sync::unusable(object, state);
  if (wrong == Misuse::none) [[likely]]
    return true;
  misuse(thread, wrong, object, at, pc);
  return false;
}

bool use(Thread& thread, sync::Object object, const volatile void* at, const void* pc) {
  if (!may_use(thread, object, at, pc)) return false;
  on_use(thread, address_of(at), used_bytes(object), pc);
  return true;
}

sync::State state_of(const Object& object, sync::State made) {
  made.life = object.life;
  made.untimed |= object.untimed;
  if (object.holder != nullptr) {
    made.owner = object.holder->number;
    made.depth = object.depth;
  } else if (object.ended_holder != 0) {
    made.owner = object.ended_holder - 1;
    made.owner_ended = true;
  }
  made.readers = object.readers;
  made.mutex = object.mutex;
  made.waiting = object.waiting > object.notified ? object.waiting - object.notified : 0;
  if (object.kind == ObjectKind::barrier && object.parties != 0) {
    made.count = object.parties;
    made.waiting = static_cast<std::uint32_t>(object.arrivals % object.parties);
  }
  return made;
}

sync::Caller caller_of(const Thread& thread, const Object& object) {
  sync::Caller caller{.thread = thread.number};
  for (std::uint32_t i = 0; i < thread.held_count; ++i)
    caller.shared +=
        static_cast<std::uint32_t>(thread.held[i].lock == object.number && thread.held[i].shared);
  return caller;
}

void before_init(sync::Call init, const volatile void* at, const void* pc) {
  initialise();
  Thread* active_thread = active();
  if (active_thread == nullptr) return;
  Thread& thread = *active_thread;
  const Busy busy(thread);
  const sync::Object object = sync::row(init).object;
  if (thread.ignore == 0) check_range(thread, address_of(at), size_of(object), 0, pc);
  if (Object* known = find_object(address_of(at)); known != nullptr && known->number != 0) {
    const Misuse wrong = sync::rule(init, state_of(*known), {}, {.value = 1}).misuse;
    if (wrong != Misuse::none) report_misuse(thread, wrong, *known, pc);
    forget_object(address_of(at));
  }
  if (has_static_initialiser(object)) return;
  if (Object* fresh = object_at(thread, address_of(at), kind_of(object), pc)) fresh->life = Life::initialised;
}

void before_destroy(sync::Call destroy, const volatile void* at, const void* pc) {
  Thread* active_thread = active();
  if (active_thread == nullptr) return;
  Thread& thread = *active_thread;
  const Busy busy(thread);
  const sync::Object object = sync::row(destroy).object;
  if (!may_use(thread, object, at, pc)) return;
  if (thread.ignore == 0) check_range(thread, address_of(at), size_of(object), 0, pc);
  Object* known = find_object(address_of(at));
  if (known != nullptr && known->number != 0) {
    sync::State state = state_of(*known);
    state.life = Life::initialised;  // may_use has judged that
    if (object == sync::Object::semaphore) {
      int value = 1;  // who waits though there is something to take is just about to leave
      if (state.waiting > 0) sem_getvalue(static_cast<sem_t*>(const_cast<void*>(at)), &value);
      if (value > 0) state.waiting = 0;
    }
    const Misuse wrong = sync::rule(destroy, state, {}).misuse;
    if (wrong != Misuse::none) report_misuse(thread, wrong, *known, pc);
  }
  forget_object(address_of(at));
  if (object == sync::Object::mutex || object == sync::Object::condition) return;  // libc marks them
  if (Object* gone = object_at(thread, address_of(at), kind_of(object), pc)) {
    gone->life = Life::destroyed;
    gone->destroyed = thread.epoch;
    tick(thread);  // what is written there later is not what the destroy wrote
  }
}

// Who has waited there touches it until it returns, and nothing but a destroy waits for that.
static bool is_being_left(const Thread& thread, const Object& object) {
  if (object.kind == ObjectKind::barrier)
    return object.life == Life::initialised && object.parties != 0 &&
           object.leaves < object.arrivals / object.parties * object.parties;
  if (object.kind != ObjectKind::condition) return false;
  for (std::uint32_t i = 0; i < object.shared.size; ++i)
    if (object.shared.at[i] > (i < thread.clock.size ? thread.clock.at[i] : 0)) return true;
  return object.notified > 0;
}

void on_memory_end(Object& object, void* argument) {
  const auto& leaving = *static_cast<Leaving*>(argument);
  if (object.number == 0 || object.kind == ObjectKind::annotation) return;
  Misuse wrong = sync::memory_ends(state_of(object));
  if (wrong == Misuse::none && is_being_left(leaving.thread, object)) wrong = Misuse::memory_ends_left;
  if (wrong != Misuse::none) report_misuse(leaving.thread, wrong, object, leaving.pc);
}

}  // namespace heddle::runtime
