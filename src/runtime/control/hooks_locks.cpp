// SPDX-License-Identifier: Apache-2.0
// Mutexes, spin locks and readers-writer locks, of every kind the rule book has.
//
// A try-lock that finds the lock held fails; a timed one has run out of time. That it could have waited is
// another schedule: the one in which it comes later. With writer preference a writer that waits keeps readers
// out: that it has come is then an operation of its own, before the one that takes the lock.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

using sync::Call;
using sync::Form;

bool is_shared(Call call) {
  return call == Call::rwlock_read || call == Call::rwlock_try_read || call == Call::rwlock_timed_read;
}

// The turn is the caller's: what comes of it.
int take(Call call, Object& object, Operation& operation, const sync::Arguments& arguments, const void* pc) {
  use(object, pc);
  const sync::Ruling ruling = ruled(call, object, pc, arguments);
  const sync::Answer& answer = ruling.answers[ruling.count > 1 ? outcome(ruling.count) : 0];
  if (answer.after.readers > object.state.readers) operation.hold = 1;
  apply(answer, object);
  return answer.value;
}

// What the caller's own hold decides: nobody else can tell when it happens. False: it is not so.
bool decided(Call call, Object& object, const sync::Arguments& arguments, const void* pc, int& result) {
  if (object.state.owner != world.current->number) return false;
  const sync::Ruling ruling = ruled(call, object, pc, arguments);
  if (ruling.blocks() || ruling.answers[0].event) return false;
  use(object, pc);
  apply(ruling.answers[0], object);
  result = ruling.answers[0].value;
  return true;
}

// Most locks are normal mutexes, and half a million executions a second take them: for these the book is not
// asked each time, but by the compiler, once.
constexpr sync::State kFree, kTaken = [] {
  sync::State state;
  state.owner = 1;
  state.depth = 1;
  return state;
}();
static_assert(sync::rule(Call::mutex_lock, kFree, {1, 0}).answers[0].after == kTaken);
static_assert(sync::rule(Call::mutex_lock, kFree, {1, 0}).answers[0].event == event::Operation::acquire);
static_assert(sync::rule(Call::mutex_unlock, kTaken, {1, 0}).answers[0].after == kFree);
static_assert(sync::rule(Call::mutex_unlock, kTaken, {1, 0}).answers[0].event == event::Operation::release);
bool is_simple(const Object& object) {
  const sync::State& state = object.state;
  return object.kind == sync::Object::mutex && state.type == sync::Type::normal &&
         state.robust == sync::Robust::no &&
         (state.life == sync::Life::written || state.life == sync::Life::initialised);
}

// Under a weak memory model. False: a try, or a timed lock, that does not get it.
bool taken_weakly(Call call, Object& object, bool waits, std::uint64_t address, const void* pc) {
  const bool shared = is_shared(call);
  if (object.state.prefers_writers || object.state.robust != sync::Robust::no)
    doubt(Doubt::beyond_model, "a robust mutex, or a lock with writer preference");
  const bool is_rwlock = sync::row(call).object == sync::Object::rwlock;
  const auto all = ~std::uint64_t{0};
  const Modification modification =
      shared ? taking(Modification::Kind::add, 1, kWriter, waits)
             : taking(Modification::Kind::exchange, is_rwlock ? kWriter : 1, all, waits);
  return modify_weakly(object, modification, 0, shared ? Action::acquire_shared : Action::acquire, address,
                       pc)
      .writes;
}
void give_up_weakly(Call call, Object& object, bool shared, std::uint64_t address, const void* pc) {
  if (call == Call::mutex_consistent) return;
  if (shared)
    modify_weakly(object, changing(Modification::Kind::subtract, 1, MemoryOrder::release), 0,
                  Action::release_shared, address, pc);
  else
    store_weakly(object, 0, MemoryOrder::release, Action::release, address, pc);
}

template <Call call>
int lock(void* address, const void* pc) {
  Object& object = object_of(sync::row(call).object, address);
  int result = 0;
  const bool simple = call == Call::mutex_lock && is_simple(object);
  if (!simple && decided(call, object, {}, pc, result)) return result;
  if (world.memory != nullptr) [[unlikely]] {
    taken_weakly(call, object, true, number(address), pc);
    Operation ignored;
    result = take(call, object, ignored, {}, pc);
    effect();
    return result;
  }
  const bool shared = is_shared(call);
  Operation operation = on(object, !shared || object.state.prefers_writers);
  const bool announces = object.state.prefers_writers && !shared;
  if (announces) {
    reach(operation, &object, Action::acquire, number(address), pc);
    note_before(operation, object);
    ++object.state.writers_waiting;
    effect();
    performed(operation);
  }
  operation.need = shared ? Need::shared : Need::exclusive;
  Look look(object, operation, pc, !announces);
  use(object, pc);  // on arrival: who never gets it has used it too
  reach(operation, &object, shared ? Action::acquire_shared : Action::acquire, number(address), pc);
  look.performs();
  note_before(operation, object);
  if (announces) --object.state.writers_waiting;
  if (simple && is_simple(object)) {
    Controlled& self = *world.current;
    object.state.owner = self.number;
    object.state.depth = 1;
    hold(object, false);
    if (object.published_any) acquire_from(self, object.published);
  } else {
    result = take(call, object, operation, {}, pc);
  }
  look.performed(operation);
  if (result != 0) effect();
  return result;
}

// Also a timed lock: performed while somebody else holds it, its time has run out.
template <Call call>
int try_lock(void* address, const void* pc, const sync::Arguments& arguments = {}) {
  Object& object = object_of(sync::row(call).object, address);
  Controlled& self = *world.current;
  int result = 0;
  if (decided(call, object, arguments, pc, result)) return result;
  if (world.memory != nullptr) [[unlikely]] {
    const bool timed = sync::row(call).form == Form::timed;
    if (timed && !arguments.is_time) return EINVAL;
    use(object, pc);
    if (!taken_weakly(call, object, false, number(address), pc)) return timed ? ETIMEDOUT : EBUSY;
    Operation ignored;
    result = take(call, object, ignored, arguments, pc);
    effect();
    return result;
  }
  world.shared->tries_seen = true;
  const bool shared = is_shared(call);
  Operation operation = on(object, !shared || object.state.prefers_writers);
  // Readers do not conflict with readers, but with one that fails because of them: it always writes.
  if (!shared && object.kind != sync::Object::rwlock) operation.writes = Writes::if_available;
  Look look(object, operation, pc, true);
  self.tired = !shared && self.tries <= 0;
  self.repeats = self.tired && has_come_back(self, object, pc, look.state());
  reach(operation, &object, shared ? Action::acquire_shared : Action::acquire, number(address), pc);
  self.tired = false;
  look.performs();
  note_before(operation, object);
  const bool free = (operation.available & (shared ? 2 : 1)) != 0;
  result = take(call, object, operation, arguments, pc);
  if (!free && !shared) {
    if (operation.awaited == 0) --self.tries;
    operation.accesses[0].write = operation.writes == Writes::always;
  }
  look.performed(operation);
  return result;
}

template <Call call>
int unlock(void* address, const void* pc) {
  Object& object = object_of(sync::row(call).object, address);
  Controlled& self = *world.current;
  const bool simple = call == Call::mutex_unlock && is_simple(object) && object.state.owner == self.number;
  if (!simple) {
    const sync::Ruling ruling = ruled(call, object, pc);
    if (!ruling.answers[0].event && ruling.answers[0].after.readers == object.state.readers) {
      use(object, pc);
      apply(ruling.answers[0], object);
      effect();
      return ruling.answers[0].value;
    }
  }
  const bool shared = object.state.owner == kNoThread;
  if (world.memory != nullptr) [[unlikely]] {
    use(object, pc);
    give_up_weakly(call, object, shared, number(address), pc);
    apply(ruled(call, object, pc).answers[0], object);
    effect();
    return 0;
  }
  Operation operation = on(object, !shared || object.state.prefers_writers);
  operation.point = world.shared->tries_visible;
  Look look(object, operation, pc, false);
  reach(operation, &object, shared ? Action::release_shared : Action::release, number(address), pc);
  look.performs();
  use(object, pc);
  note_before(operation, object);
  if (shared) operation.hold = -1;
  if (simple) {
    object.state.owner = kNoThread;
    object.state.depth = 0;
    let_go(object);
    publish(self, object, false);
  } else {
    apply(ruled(call, object, pc).answers[0], object);
  }
  look.performed(operation);
  return 0;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;
using sync_call = heddle::sync::Call;

// ---- mutexes ----

HEDDLE_INTERPOSE int pthread_mutex_init(pthread_mutex_t* mutex,
                                        const pthread_mutexattr_t* attributes) noexcept {
  return make(sync_call::mutex_init, mutex, HEDDLE_PC, {},
              [=] { return HEDDLE_LIBC(pthread_mutex_init)(mutex, attributes); });
}
HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  return destroy(sync_call::mutex_destroy, mutex, HEDDLE_PC,
                 [=] { return HEDDLE_LIBC(pthread_mutex_destroy)(mutex); });
}
HEDDLE_HIDDEN int heddle_mutex_lock(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_lock)(mutex);
  return lock<sync_call::mutex_lock>(mutex, HEDDLE_PC);
}
HEDDLE_STUB(pthread_mutex_lock, heddle_mutex_lock)
HEDDLE_HIDDEN int heddle_mutex_trylock(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_trylock)(mutex);
  return try_lock<sync_call::mutex_try_lock>(mutex, HEDDLE_PC);
}
HEDDLE_STUB(pthread_mutex_trylock, heddle_mutex_trylock)
HEDDLE_HIDDEN int heddle_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_timedlock)(mutex, time);
  const auto arguments = until(time, CLOCK_REALTIME);
  return noted_time(try_lock<sync_call::mutex_timed_lock>(mutex, HEDDLE_PC, arguments), CLOCK_REALTIME, time);
}
HEDDLE_STUB(pthread_mutex_timedlock, heddle_mutex_timedlock)
HEDDLE_HIDDEN int heddle_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_clocklock)(mutex, clock, time);
  const auto arguments = until(time, clock);
  return noted_time(try_lock<sync_call::mutex_timed_lock>(mutex, HEDDLE_PC, arguments), clock, time);
}
HEDDLE_STUB(pthread_mutex_clocklock, heddle_mutex_clocklock)
HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_unlock)(mutex);
  return unlock<sync_call::mutex_unlock>(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_consistent)(mutex);
  return unlock<sync_call::mutex_consistent>(mutex, HEDDLE_PC);
}

// ---- spin locks ----

HEDDLE_INTERPOSE int pthread_spin_init(pthread_spinlock_t* spin, int shared) noexcept {
  return make(sync_call::spin_init, const_cast<int*>(spin), HEDDLE_PC, {},
              [=] { return HEDDLE_LIBC(pthread_spin_init)(spin, shared); });
}
HEDDLE_INTERPOSE int pthread_spin_destroy(pthread_spinlock_t* spin) noexcept {
  return destroy(sync_call::spin_destroy, const_cast<int*>(spin), HEDDLE_PC,
                 [=] { return HEDDLE_LIBC(pthread_spin_destroy)(spin); });
}
HEDDLE_HIDDEN int heddle_spin_lock(pthread_spinlock_t* spin) {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_lock)(spin);
  return lock<sync_call::spin_lock>(const_cast<int*>(spin), HEDDLE_PC);
}
HEDDLE_STUB(pthread_spin_lock, heddle_spin_lock)
HEDDLE_HIDDEN int heddle_spin_trylock(pthread_spinlock_t* spin) {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_trylock)(spin);
  return try_lock<sync_call::spin_try_lock>(const_cast<int*>(spin), HEDDLE_PC);
}
HEDDLE_STUB(pthread_spin_trylock, heddle_spin_trylock)
HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* spin) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_unlock)(spin);
  return unlock<sync_call::spin_unlock>(const_cast<int*>(spin), HEDDLE_PC);
}

// ---- readers-writer locks ----

HEDDLE_INTERPOSE int pthread_rwlock_init(pthread_rwlock_t* rwlock,
                                         const pthread_rwlockattr_t* attributes) noexcept {
  return make(sync_call::rwlock_init, rwlock, HEDDLE_PC, {},
              [=] { return HEDDLE_LIBC(pthread_rwlock_init)(rwlock, attributes); });
}
HEDDLE_INTERPOSE int pthread_rwlock_destroy(pthread_rwlock_t* rwlock) noexcept {
  return destroy(sync_call::rwlock_destroy, rwlock, HEDDLE_PC,
                 [=] { return HEDDLE_LIBC(pthread_rwlock_destroy)(rwlock); });
}
#define HEDDLE_RWLOCK_STUB(name) HEDDLE_STUB(pthread_rwlock_##name, heddle_rwlock_##name)
#define HEDDLE_RWLOCK(kind, form)                                                                           \
  HEDDLE_HIDDEN int heddle_rwlock_##kind##lock(pthread_rwlock_t* rwlock) {                                  \
    if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_##kind##lock)(rwlock);                             \
    return lock<sync_call::rwlock_##form>(rwlock, HEDDLE_PC);                                               \
  }                                                                                                         \
  HEDDLE_RWLOCK_STUB(kind##lock)                                                                            \
  HEDDLE_HIDDEN int heddle_rwlock_try##kind##lock(pthread_rwlock_t* rwlock) {                               \
    if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_try##kind##lock)(rwlock);                          \
    return try_lock<sync_call::rwlock_try_##form>(rwlock, HEDDLE_PC);                                       \
  }                                                                                                         \
  HEDDLE_RWLOCK_STUB(try##kind##lock)                                                                       \
  HEDDLE_HIDDEN int heddle_rwlock_timed##kind##lock(pthread_rwlock_t* rwlock, const timespec* time) {       \
    if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_timed##kind##lock)(rwlock, time);                  \
    const auto arguments = until(time, CLOCK_REALTIME);                                                     \
    return noted_time(try_lock<sync_call::rwlock_timed_##form>(rwlock, HEDDLE_PC, arguments),               \
                      CLOCK_REALTIME, time);                                                                \
  }                                                                                                         \
  HEDDLE_RWLOCK_STUB(timed##kind##lock)                                                                     \
  HEDDLE_HIDDEN int heddle_rwlock_clock##kind##lock(pthread_rwlock_t* rwlock, clockid_t clock,              \
                                                    const timespec* time) {                                 \
    if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_clock##kind##lock)(rwlock, clock, time);           \
    const auto arguments = until(time, clock);                                                              \
    return noted_time(try_lock<sync_call::rwlock_timed_##form>(rwlock, HEDDLE_PC, arguments), clock, time); \
  }                                                                                                         \
  HEDDLE_RWLOCK_STUB(clock##kind##lock)
HEDDLE_RWLOCK(rd, read)
HEDDLE_RWLOCK(wr, write)
HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_unlock)(rwlock);
  return unlock<sync_call::rwlock_unlock>(rwlock, HEDDLE_PC);
}

// ---- C11 ----

HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  return make(sync_call::mutex_init, mutex, HEDDLE_PC, {},
              [=] { return HEDDLE_LIBC(mtx_init)(mutex, type); });
}
HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  destroy(sync_call::mutex_destroy, mutex, HEDDLE_PC, [=] {
    HEDDLE_LIBC(mtx_destroy)(mutex);
    return 0;
  });
}
HEDDLE_HIDDEN int heddle_mtx_lock(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(mtx_lock)(mutex);
  return heddle::sync::as_c11(lock<sync_call::mutex_lock>(mutex, HEDDLE_PC));
}
HEDDLE_STUB(mtx_lock, heddle_mtx_lock)
HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(mtx_unlock)(mutex);
  return heddle::sync::as_c11(unlock<sync_call::mutex_unlock>(mutex, HEDDLE_PC));
}
HEDDLE_HIDDEN int heddle_mtx_trylock(mtx_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(mtx_trylock)(mutex);
  return heddle::sync::as_c11(try_lock<sync_call::mutex_try_lock>(mutex, HEDDLE_PC));
}
HEDDLE_STUB(mtx_trylock, heddle_mtx_trylock)
HEDDLE_HIDDEN int heddle_mtx_timedlock(mtx_t* mutex, const timespec* time) {
  if (!controlled()) return HEDDLE_LIBC(mtx_timedlock)(mutex, time);
  const auto arguments = until(time, CLOCK_REALTIME);
  return heddle::sync::as_c11(
      noted_time(try_lock<sync_call::mutex_timed_lock>(mutex, HEDDLE_PC, arguments), CLOCK_REALTIME, time));
}
HEDDLE_STUB(mtx_timedlock, heddle_mtx_timedlock)
