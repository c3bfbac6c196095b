// SPDX-License-Identifier: Apache-2.0
// What locks, condition variables, semaphores, barriers and futexes have in common, as the scheduler plays
// them: the real ones are never touched while threads are controlled. What a call does is the rule book's to
// say (src/sync); here are the objects' states, who waits in which queue, and what an answer does to them.
#pragma once

#include "runtime/control/loops.h"
#include "sync/book.h"

namespace heddle::control {

static_assert(kNoThread == sync::kNobody);

inline std::uint64_t number(const volatile void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

inline Operation on(const Object& object, bool write) {
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, write};
  return operation;
}
// A call that looks at what is shared, or changes it, and orders nothing: one step.
inline void step_on(Object& object, bool changes, const void* pc, Action action) {
  Operation operation = on(object, changes);
  reach(operation, &object, action, 0, pc);
  effect();
  performed(operation);
}
inline void step_on(Object& object, bool changes, const void* pc) {
  step_on(object, changes, pc, changes ? Action::write : Action::read);
}
// Can it be had exclusively (1), shared (2)?
inline std::uint8_t available(const Object& object) {
  const sync::State& state = object.state;
  if (object.kind == sync::Object::semaphore) return state.count > 0 ? 3 : 0;
  if (state.owner != kNoThread) return 0;
  if (state.readers == 0) return 3;
  return state.prefers_writers && state.writers_waiting > 0 ? 0 : 2;
}
inline void note_before(Operation& operation, const Object& object) {
  operation.available = available(object);
  operation.before = content(object);
  operation.readers = object.state.readers;
}

// An operation on a lock that a loop may wait by: what it finds is noted before it, what it leaves at the end.
class Look {
 public:
  // `stubbed`: called with the registers of the hook's caller.
  Look(Object& object, Operation& operation, const void* pc, bool stubbed) : object_(object), pc_(pc) {
    Controlled& self = *world.current;
    if (stubbed && self.visits_count != 0) state_ = look_for_loop(self, operation, object, pc);
  }
  std::uint64_t state() const { return state_; }
  void performs() { found_ = content(object_); }
  void performed(const Operation& operation) {
    control::performed(operation);
    Visit visit{.pc = number(pc_),
                .state = state_,
                .object = &object_,
                .found = found_,
                .writes = operation.accesses[0].write};
    keep_visit(*world.current, visit);
    if (operation.hold != 0) {  // to one reader it makes no difference how many there are
      visit.found = operation.hold > 0 ? 0 : 1;
      visit.left = 1 - visit.found;
    }
    push_visit(*world.current, visit);
  }

 private:
  Object& object_;
  const void* pc_;
  std::uint64_t state_ = 0;
  std::uint64_t found_ = 0;
};

// ---- rules.cpp: the book, asked and obeyed ----

sync::Caller caller_of(const Object& object);  // the current thread
// What the book says; misuse is a failure.
sync::Ruling ruled(sync::Call call, const Object& object, const void* pc,
                   const sync::Arguments& arguments = {});
void misused(sync::Object kind, sync::Misuse misuse, std::uint64_t address, const void* pc);
// The answer happens to the object: its state, who has it, what is ordered.
void apply(const sync::Answer& answer, Object& object);
sync::Arguments until(const timespec* time, clockid_t clock);  // for timed calls

// ---- lives.cpp: how objects begin and end, and who holds them ----

// The word of an object's bytes that tells it from another one at the same place.
constexpr std::size_t raw_offset(sync::Object kind) {
  switch (kind) {
    case sync::Object::mutex:
      return 16;  // its kind
    case sync::Object::rwlock:
      return 48;  // its flags
    case sync::Object::barrier:
      return 8;  // its parties
    default:
      return 0;
  }
}
inline std::uint32_t raw_of(sync::Object kind, const volatile void* address) {
  std::uint32_t raw;
  __builtin_memcpy(&raw, reinterpret_cast<const char*>(number(address)) + raw_offset(kind), sizeof raw);
  return raw;
}
void learn(Object& object, sync::Object kind, std::uint32_t raw);  // its state, from its bytes
inline Object& object_of(sync::Object kind, const volatile void* address) {
  Object& object = object_at(address);
  const std::uint32_t raw = raw_of(kind, address);
  if (!object.known || object.kind != kind || object.raw != raw) [[unlikely]]
    learn(object, kind, raw);
  return object;
}
// Of its bytes, by a call.
inline void use(Object& object, const void* pc) {
  const Controlled& self = *world.current;
  if (in_heap(object.key)) check_heap(object.key, sizeof(int), true, pc);
  const std::uint32_t time = self.clock.at[self.number];
  if (object.used_by == self.number && object.used_at == time) return;
  object.used_by = self.number;
  object.used_at = time;
  // Races that are meant are explored as if they were atomic; this one is with a call, which is not.
  if (world.shared->racy_visible > 0 && is_visible(object.key >> 3)) [[unlikely]]
    doubt(Doubt::late_access);
  access(object.key, sizeof(int), true, true, pc);
}
// pthread_mutex_init and its like, outside of executions too; `real` does what libc does to the bytes.
template <class Real>
int make(sync::Call call, void* address, const void* pc, const sync::Arguments& arguments, Real real);
template <class Real>
int destroy(sync::Call call, void* address, const void* pc, Real real);
// The parts of these.
int begin_making(sync::Call call, void* address, const void* pc, const sync::Arguments& arguments);
void was_made(sync::Object kind, void* address);
void was_destroyed(sync::Call call, void* address, const void* pc);
void note_outside(const void* address, sync::Life life);

void hold(Object& object, bool shared);
void let_go(Object& object);
Hold* held_by(const Controlled& thread, const Object& object);
void waits_at(Object& object, bool begins);  // a condition or barrier: one thread more, or less

// ---- waiters.cpp: an object's queue of waiting threads, first come first ----

void enqueue(Object& object, Controlled& thread);
bool dequeue(Object& object, Controlled& thread);  // false: it is not there
Controlled& waiter(Object& object, unsigned which);
void wake(Object& queue, Controlled& thread);

template <class Real>
int make(sync::Call call, void* address, const void* pc, const sync::Arguments& arguments, Real real) {
  if (controlled())
    if (const int error = begin_making(call, address, pc, arguments)) return error;
  const int error = real();
  if (error != 0) return error;
  if (controlled())
    was_made(sync::row(call).object, address);
  else
    note_outside(address, sync::Life::initialised);
  return 0;
}

template <class Real>
int destroy(sync::Call call, void* address, const void* pc, Real real) {
  if (controlled()) {
    was_destroyed(call, address, pc);
    return 0;
  }
  note_outside(address, sync::Life::destroyed);
  return real();
}

}  // namespace heddle::control
