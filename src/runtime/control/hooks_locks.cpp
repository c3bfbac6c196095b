// SPDX-License-Identifier: Apache-2.0
// Mutexes, spin locks and readers-writer locks, of every kind the rule book has.
//
// A try-lock that finds the lock held fails; a timed one has run out of time. That it could have waited is
// another schedule: the one in which it comes later. With writer preference a writer that waits keeps readers
// out: that it has come is then an operation of its own, before the one that takes the lock.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/bounds.h"
#include "runtime/control/doubt_places.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/machine_code/standard_call.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

using sync::Call;

// Whether it takes a lock that nobody holds for reading.
template <Call call>
constexpr bool kShared = [] {
  sync::State free;
  free.life = sync::Life::initialised;
  return sync::rule(call, free, {1, 0}).answers[0].event == event::Operation::acquire_shared;
}();

// The turn is the caller's: what comes of it.
int take(Call call, Object& object, Operation& operation, const sync::Arguments& arguments, const void* pc) {
  use(object, pc);
  const sync::Ruling ruling = ruled(call, object, pc, arguments);
  const sync::Answer& answer = ruling.answers[ruling.count > 1 ? outcome(ruling.count) : 0];
  if (answer.after.readers > object.state.readers) operation.hold = 1;
  apply(answer, object);
  return answer.value;
}

// What C and C++ leave undefined and POSIX does not. Asked where that can matter only: whether C++ called is read from code.
sync::Arguments as_called(sync::Arguments arguments, const void* pc) {
  if (arguments.standard == sync::Standard::posix && machine_code::is_standard_call(pc))
    arguments.standard = sync::Standard::cpp;
  return arguments;
}

// What the caller's own hold decides: nobody else can tell when it happens. False: it is not so.
bool decided(Call call, Object& object, sync::Arguments arguments, const void* pc, int& result) {
  if (object.state.readers != 0 && caller_of(object).shared != 0)
    ruled(call, object, pc, as_called(arguments, pc));
  if (object.state.owner != world.current->number) return false;
  arguments = as_called(arguments, pc);
  const sync::Ruling ruling = ruled(call, object, pc, arguments);
  if (ruling.blocks() || ruling.answers[0].event) return false;
  use(object, pc);
  if (ruling.answers[0].after != object.state) effect();  // it has it once more
  apply(ruling.answers[0], object);
  result = ruling.answers[0].value;
  return true;
}

// Most locks are normal mutexes, and hundreds of thousands of executions a second take them: for these the book is not
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
template <Call call>
bool taken_weakly(Object& object, bool waits, std::uint64_t address, const void* pc) {
  constexpr bool shared = kShared<call>;
  if (object.state.prefers_writers) cut_at(Doubt::beyond_model, "a lock with writer preference", pc);
  const bool is_rwlock = sync::row(call).object == sync::Object::rwlock;
  const auto all = ~std::uint64_t{0};
  Modification modification = shared
                                  ? taking(Modification::Kind::add, 1, kWriter, waits)
                                  : taking(Modification::Kind::exchange, is_rwlock ? kWriter : 1, all, waits);
  modification.among_readers = shared;
  return modify_weakly(object, modification, 0, shared ? Action::acquire_shared : Action::acquire, address,
                       pc)
      .writes;
}
// The lock if nobody holds it, or if somebody else does.
sync::State state_if(bool is_held, const Object& object) {
  sync::State state = object.state;
  state.readers = state.writers_waiting = 0;
  state.owner = is_held ? sync::kNobody - 1 : sync::kNobody;
  state.depth = is_held ? 1 : 0;
  return state;
}
void give_up_weakly(Call call, Object& object, bool shared, std::uint64_t address, const void* pc) {
  if (call == Call::mutex_consistent) return;
  Modification leaving = changing(Modification::Kind::subtract, 1, MemoryOrder::release);
  leaving.among_readers = true;
  if (shared)
    modify_weakly(object, leaving, 0, Action::release_shared, address, pc);
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
    OnTheWayBack back(*world.current, object);
    use(object, pc);  // on arrival, as below
    taken_weakly<call>(object, true, number(address), pc);
    Operation ignored;
    result = take(call, object, ignored, {}, pc);
    if (result != 0) effect();
    back.performed();
    return result;
  }
  constexpr bool shared = kShared<call>;
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
    note_lock_try(*world.shared);
    use(object, pc);
    if (const int refused = foretold(call, object, state_if(false, object), arguments, pc); refused != 0)
      return refused;
    if (!taken_weakly<call>(object, false, number(address), pc))
      return foretold(call, object, state_if(true, object), arguments, pc);
    Operation ignored;
    result = take(call, object, ignored, arguments, pc);
    effect();
    return result;
  }
  world.shared->tries_seen = true;
  constexpr bool shared = kShared<call>;
  Operation operation = on(object, !shared || object.state.prefers_writers);
  // Readers do not conflict with readers, but with one that fails because of them: it always writes.
  if (!shared && object.kind != sync::Object::rwlock) operation.writes = Writes::if_available;
  Look look(object, operation, pc, true);
  // What std::lock does: it takes one lock, tries the next, gives back what it has and begins with the other. A thread that
  // has come back here so, and failed a few times, waits as one does who has failed too often; there it is no doubt.
  constexpr int kRounds = 3;
  const int left = self.tries - static_cast<int>(world.settings.tries) + kRounds;
  self.repeats = !shared && (left <= 0 || self.tries <= 0) && has_come_back(self, object, pc, look.state());
  self.tired = !shared && (self.repeats || self.tries <= 0);
  reach(operation, &object, shared ? Action::acquire_shared : Action::acquire, number(address), pc);
  self.tired = false;
  look.performs();
  note_before(operation, object);
  const bool free = (operation.available & (shared ? 2 : 1)) != 0;
  result = take(call, object, operation, arguments, pc);
  if (!shared) self.has_got_it = free;
  if (!free && !shared) {
    // Also one that waited, and came when others had changed something: they may keep each other awake for ever.
    if (operation.awaited == 0 || operation.changed != 0) --self.tries;
    operation.accesses[0].write = operation.writes == Writes::always;
  }
  look.performed(operation);
  return result;
}

template <Call call>
int unlock(void* address, const void* pc, sync::Standard standard = sync::Standard::posix) {
  Object& object = object_of(sync::row(call).object, address);
  Controlled& self = *world.current;
  const bool simple = call == Call::mutex_unlock && is_simple(object) && object.state.owner == self.number;
  if (!simple) {
    sync::Arguments arguments{.standard = standard};
    if (object.state.owner != self.number) arguments = as_called(arguments, pc);
    const sync::Ruling ruling = ruled(call, object, pc, arguments);
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
    OnTheWayBack back(self, object);
    give_up_weakly(call, object, shared, number(address), pc);
    apply(ruled(call, object, pc).answers[0], object);
    back.performed();
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
namespace sync = heddle::sync;

// A function that may wait is a stub: whether its caller comes back to the same state is asked of its registers.
static void* bytes_of(volatile void* lock) { return const_cast<void*>(lock); }
static pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }

#define HEDDLE_LOCK_INIT(type, name, call, besides)                \
  HEDDLE_INTERPOSE int name(type* it, besides argument) noexcept { \
    return make(sync_call::call, bytes_of(it), HEDDLE_PC, {},      \
                [=] { return HEDDLE_LIBC(name)(it, argument); });  \
  }
#define HEDDLE_LOCK_DESTROY(type, name, call)                                                        \
  HEDDLE_INTERPOSE int name(type* it) noexcept {                                                     \
    return destroy(sync_call::call, bytes_of(it), HEDDLE_PC, [=] { return HEDDLE_LIBC(name)(it); }); \
  }
#define HEDDLE_WITHOUT_TIME(type, name, perform)                                               \
  static int controlled_##name(type* it, const void* pc) { return perform(bytes_of(it), pc); } \
  HEDDLE_HIDDEN int heddle_##name(type* it) {                                                  \
    return controlled_kept() ? controlled_##name(it, HEDDLE_PC) : HEDDLE_LIBC(name)(it);       \
  }                                                                                            \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_LOCK(hold, type, name, call, trying) HEDDLE_WITHOUT_TIME(type, name, lock<sync_call::call>)
#define HEDDLE_TRY_LOCK(hold, type, name, call) HEDDLE_WITHOUT_TIME(type, name, try_lock<sync_call::call>)
template <sync_call call>
static int lock_until(void* address, clockid_t clock, const timespec* time, const void* pc,
                      sync::Standard standard = sync::Standard::posix) {
  sync::Arguments arguments = until(time, clock);
  arguments.standard = standard;
  return noted_time(try_lock<call>(address, pc, arguments), clock, time);
}
#define HEDDLE_TIMED_LOCK(hold, type, name, call)                                               \
  static int controlled_##name(type* it, const timespec* time, const void* pc,                  \
                               sync::Standard standard = sync::Standard::posix) {               \
    return lock_until<sync_call::call>(bytes_of(it), CLOCK_REALTIME, time, pc, standard);       \
  }                                                                                             \
  HEDDLE_HIDDEN int heddle_##name(type* it, const timespec* time) {                             \
    return controlled() ? controlled_##name(it, time, HEDDLE_PC) : HEDDLE_LIBC(name)(it, time); \
  }                                                                                             \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_CLOCK_LOCK(hold, type, name, call)                                           \
  HEDDLE_HIDDEN int heddle_##name(type* it, clockid_t clock, const timespec* time) {        \
    return controlled() ? lock_until<sync_call::call>(bytes_of(it), clock, time, HEDDLE_PC) \
                        : HEDDLE_LIBC(name)(it, clock, time);                               \
  }                                                                                         \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_UNLOCK(type, name, call)                                                                     \
  static int controlled_##name(type* it, const void* pc, sync::Standard standard = sync::Standard::posix) { \
    return unlock<sync_call::call>(bytes_of(it), pc, standard);                                             \
  }                                                                                                         \
  HEDDLE_INTERPOSE int name(type* it) noexcept {                                                            \
    return controlled_kept() ? controlled_##name(it, HEDDLE_PC) : HEDDLE_LIBC(name)(it);                    \
  }
#define HEDDLE_C11_LOCK(name, its)                                          \
  HEDDLE_HIDDEN int heddle_##name(mtx_t* mutex) {                           \
    if (!controlled_kept()) return HEDDLE_LIBC(name)(mutex);                \
    return heddle::sync::as_c11(controlled_##its(posix(mutex), HEDDLE_PC)); \
  }                                                                         \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_C11_TIMED_LOCK(name, its)                                                             \
  HEDDLE_HIDDEN int heddle_##name(mtx_t* mutex, const timespec* time) {                              \
    if (!controlled()) return HEDDLE_LIBC(name)(mutex, time);                                        \
    return heddle::sync::as_c11(controlled_##its(posix(mutex), time, HEDDLE_PC, sync::Standard::c)); \
  }                                                                                                  \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_C11_UNLOCK(name, its)                                                           \
  HEDDLE_INTERPOSE int name(mtx_t* mutex) {                                                    \
    if (!controlled_kept()) return HEDDLE_LIBC(name)(mutex);                                   \
    return heddle::sync::as_c11(controlled_##its(posix(mutex), HEDDLE_PC, sync::Standard::c)); \
  }
#include "runtime/shared/lock_calls.def"

HEDDLE_INTERPOSE int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_consistent)(mutex);
  return unlock<sync_call::mutex_consistent>(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  const int error =
      make(sync_call::mutex_init, mutex, HEDDLE_PC, {}, [=] { return HEDDLE_LIBC(mtx_init)(mutex, type); });
  if (error == 0 && controlled_kept())
    object_of(heddle::sync::Object::mutex, mutex).state.untimed = (type & mtx_timed) == 0;
  return error;
}
HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  destroy(sync_call::mutex_destroy, mutex, HEDDLE_PC, [=] {
    HEDDLE_LIBC(mtx_destroy)(mutex);
    return 0;
  });
}
