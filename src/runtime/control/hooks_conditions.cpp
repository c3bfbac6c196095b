// SPDX-License-Identifier: Apache-2.0
// Condition variables. A wait is two operations: it lets the mutex go and waits, or wakes up without a
// reason; later it takes the mutex again. A notify that finds nobody waiting is lost; which of several it
// wakes is a choice. A timed wait can run out before any notify.
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
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

using sync::Call;

// The caller's hold of the mutex decides whether it may wait at all; nobody else can tell when it is asked.
bool may_wait(Call call, Object& queue, Object& object, const sync::Arguments& arguments, const void* pc,
              int& error) {
  queue.state.waiting = queue.arrived;
  const sync::Ruling ruling = ruled(call, queue, pc, arguments);
  error = ruling.answers[0].value;
  return object.state.owner == world.current->number && ruling.answers[0].then.has_value();
}

void note_waiters(Object& queue, const AtomicAnswer& answer) {
  queue.arrived =
      static_cast<std::uint32_t>(__builtin_popcountll(answer.writes ? answer.written : answer.old));
}

// Under a weak memory model: the caller's bit is set while it waits. What its waking up is by the book; the mutex is its own.
sync::Ruling wait_weakly(Object& queue, Object& mutex, bool timed, std::uint64_t address, const void* pc) {
  const std::uint32_t begun = location_of(queue);
  Controlled& self = *world.current;
  may_come_back(self, pc);
  const BaselessRow row(self);
  const std::uint64_t bit = bit_of_waiter(self);
  const bool spurious = may_be_baseless(self, Baseless::wake_up, pc) && outcome(2) == 1;
  Visit let_go{.object = &mutex, .found = content(mutex)};
  if (timed) queue.waited_in_time = true;
  self.leaves = &queue;
  if (!spurious) {
    const auto waiting = changing(Modification::Kind::bit_or, bit, MemoryOrder::relaxed);
    note_waiters(queue, modify_weakly(queue, waiting, 0, Action::wait, address, pc));
    if (queue.arrived > 1 && queue.state.mutex != mutex.number + 1)
      misused(sync::Object::condition, sync::Misuse::two_mutexes, queue.key, pc);
    queue.state.mutex = mutex.number + 1;
  }
  const std::uint64_t of_mutex =
      mutex.key & kAddressOfKey;  // the condition may be gone when it is taken again
  store_weakly(mutex, 0, MemoryOrder::release, Action::release, of_mutex, pc);
  apply(ruled(Call::mutex_unlock, mutex, pc).answers[0], mutex);
  keep_visit(self, let_go);
  bool timed_out = false;
  if (!spurious && timed && runs_out_weakly(self, pc)) {
    const auto leaving = changing(Modification::Kind::bit_and, ~bit, MemoryOrder::relaxed);
    const AtomicAnswer left = modify_weakly(queue, leaving, 0, Action::wake, address, pc, begun);
    timed_out = (left.old & bit) != 0;
    if (begun == location_of(queue)) note_waiters(queue, left);
  } else if (!spurious) {
    self.timed = timed;
    modify_weakly(queue, until_notified(bit), 0, Action::wait, address, pc, begun);
    self.timed = false;
  }
  leave(pc);
  modify_weakly(mutex, taking(Modification::Kind::exchange, 1, ~std::uint64_t{0}, true), 0, Action::wake,
                of_mutex, pc);
  Visit taken{.object = &mutex, .found = content(mutex)};
  sync::Arguments woken;
  woken.waking = timed_out ? sync::Waking::timed_out : sync::Waking::notified;
  const sync::Ruling waking = ruled(Call::condition_wake, mutex, pc, woken);
  apply(waking.answers[0], mutex);
  keep_visit(self, taken);
  if (spurious) {
    row.goes_on(self);
    is_baseless(self, Baseless::wake_up, pc, {let_go, taken});
  } else {
    effect();
    if (world.recording && timed_out) note_baseless(Baseless::timeout);
  }
  return waking;
}

int wait(Call call, void* condition, void* mutex, sync::Arguments arguments, const void* pc) {
  const bool timed = sync::row(call).form == sync::Form::timed;
  Object& queue = object_of(sync::Object::condition, condition);
  Object& object = object_of(sync::Object::mutex, mutex);
  Controlled& self = *world.current;
  arguments.mutex = &object.state;
  arguments.mutex_number = object.number + 1;
  int error = 0;
  if (!may_wait(call, queue, object, arguments, pc, error)) return error;
  if (world.memory != nullptr) [[unlikely]] {
    if (object.state.depth > 1) cut_at(Doubt::beyond_model, "a wait with a mutex held twice", pc);
    use(queue, pc);
    use(object, pc);
    return wait_weakly(queue, object, timed, number(condition), pc).answers[0].value;
  }
  Operation operation = on(object, true);
  operation.accesses[operation.count++] = {queue.number, true};
  may_come_back(self, pc);
  reach(operation, &object, Action::wait, number(condition), pc);
  use(queue, pc);
  use(object, pc);
  note_before(operation, object);
  queue.state.waiting = queue.arrived;
  const sync::Ruling waiting = ruled(call, queue, pc, arguments);
  const bool spurious = may_be_baseless(self, Baseless::wake_up, pc) && outcome(2) == 1;
  self.held_back = !spurious && timed && !may_be_baseless(self, Baseless::timeout, pc);
  Visit let_go{.object = &object, .found = content(object)};
  apply(ruled(Call::mutex_unlock, object, pc).answers[0], object);
  self.notified = spurious;
  self.looking.in_time = spurious && timed;
  if (!spurious) {
    apply(waiting.answers[0], queue);
    enqueue(queue, self);
    self.condition = &queue;
  }
  self.condition_mutex = &object;
  self.leaves = &queue;
  if (timed) queue.waited_in_time = true;
  performed(operation);
  keep_visit(self, let_go);
  renew_stamps(self, object);

  Operation again = on(object, true);
  // A recursive mutex may be held still: only one level was given up.
  again.need = object.state.owner == self.number ? Need::nothing : Need::exclusive;
  bool timed_out = false;
  if (timed && !spurious) {
    // Its time runs out in a step of its own: what is notified between that and the mutex is not meant for it. The
    // step is there too if it was notified, since the search has to see that the two could come the other way round.
    Operation ends = on(queue, true);
    self.timed = true;
    reach(ends, &queue, Action::wait, number(condition), pc);
    self.timed = false;
    timed_out = !self.notified;
    if (timed_out) dequeue(queue, self);
    self.condition = nullptr;
    performed(ends);
  } else if (!spurious) {
    self.doing = Action::wait;
    blocked_until_resumed(Operation{}, &queue);
  }
  leave(pc);
  reach(again, &object, Action::wake, number(condition), pc);
  self.condition = self.condition_mutex = nullptr;
  use(object, pc);
  note_before(again, object);
  Visit taken{.object = &object, .found = content(object)};
  sync::Arguments how;
  how.waking = timed_out ? sync::Waking::timed_out : sync::Waking::notified;
  const sync::Ruling waking = ruled(Call::condition_wake, object, pc, how);
  apply(waking.answers[0], object);
  performed(again);
  keep_visit(self, taken);
  if (spurious || timed_out)
    is_baseless(self, spurious ? Baseless::wake_up : Baseless::timeout, pc, {let_go, taken});
  else
    effect();
  return waking.answers[0].value;
}

}  // namespace

// Whether somebody waits for it still is the book's question: a wait may end by time, and nothing else tells when.
void meet_timed_waits(Object& queue, const void* pc) {
  if (world.memory == nullptr) return step_on(queue, true, pc);
  const auto looking = changing(Modification::Kind::bit_or, 0, MemoryOrder::relaxed);
  note_waiters(queue, modify_weakly(queue, looking, 0, Action::write, queue.key, pc));
}

namespace {

void notify(Call call, void* condition, const void* pc) {
  const bool all = sync::wakes_all(call);
  Object& queue = object_of(sync::Object::condition, condition);
  if (world.memory != nullptr) [[unlikely]] {
    use(queue, pc);
    Modification waking =
        changing(all ? Modification::Kind::bit_and : Modification::Kind::drop_a_bit, 0, MemoryOrder::relaxed);
    waking.guarded = waking.unequal = true;
    ruled(call, queue, pc);
    note_waiters(queue, modify_weakly(queue, waking, 0, all ? Action::notify_all : Action::notify,
                                      number(condition), pc));
    effect();
    return;
  }
  Operation operation = on(queue, true);
  reach(operation, &queue, all ? Action::notify_all : Action::notify, number(condition), pc);
  use(queue, pc);
  queue.state.waiting = queue.arrived;
  const sync::Ruling ruling = ruled(call, queue, pc);
  const std::uint32_t waiters = queue.arrived;
  unsigned which = 0;
  if (!all && waiters > 1) which = outcome(waiters);
  performed(operation);
  apply(ruling.answers[0], queue);
  effect();
  if (waiters == 0) return;
  if (!all) {
    wake(queue, waiter(queue, which));
  } else {
    while (queue.first_waiter != kNoThread) wake(queue, *world.all[queue.first_waiter]);
  }
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;
using sync_call = heddle::sync::Call;

static pthread_cond_t* posix(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }
static pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }

static int wait_until(sync_call call, pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                      const timespec* time, const void* pc) {
  return noted_time(wait(call, condition, mutex, until(time, clock), pc), clock, time);
}
static clockid_t clock_of(const pthread_cond_t* condition) {
  constexpr unsigned kMonotonic = 2;  // as libc keeps what pthread_condattr_setclock said
  return (condition->__data.__wrefs & kMonotonic) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// A function that waits is a stub: whether its caller comes back to the same state is asked of its registers.
#define HEDDLE_CONDITION_INIT(name, call)                                                               \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition, const pthread_condattr_t* attributes) noexcept { \
    return make(sync_call::call, condition, HEDDLE_PC, {},                                              \
                [=] { return HEDDLE_LIBC(name)(condition, attributes); });                              \
  }
#define HEDDLE_CONDITION_DESTROY(name, call)                                                             \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition) noexcept {                                        \
    return destroy(sync_call::call, condition, HEDDLE_PC, [=] { return HEDDLE_LIBC(name)(condition); }); \
  }
#define HEDDLE_CONDITION_WAIT(name, call)                                                           \
  static int controlled_##name(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* pc) { \
    return wait(sync_call::call, condition, mutex, {}, pc);                                         \
  }                                                                                                 \
  HEDDLE_HIDDEN int heddle_##name(pthread_cond_t* condition, pthread_mutex_t* mutex) {              \
    return controlled() ? controlled_##name(condition, mutex, HEDDLE_PC)                            \
                        : HEDDLE_LIBC(name)(condition, mutex);                                      \
  }                                                                                                 \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_CONDITION_TIMED_WAIT(name, call)                                                              \
  static int controlled_##name(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time,      \
                               const void* pc) {                                                             \
    return wait_until(sync_call::call, condition, mutex, clock_of(condition), time, pc);                     \
  }                                                                                                          \
  HEDDLE_HIDDEN int heddle_##name(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) { \
    return controlled() ? controlled_##name(condition, mutex, time, HEDDLE_PC)                               \
                        : HEDDLE_LIBC(name)(condition, mutex, time);                                         \
  }                                                                                                          \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_CONDITION_CLOCK_WAIT(name, call)                                                       \
  HEDDLE_HIDDEN int heddle_##name(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, \
                                  const timespec* time) {                                             \
    return controlled() ? wait_until(sync_call::call, condition, mutex, clock, time, HEDDLE_PC)       \
                        : HEDDLE_LIBC(name)(condition, mutex, clock, time);                           \
  }                                                                                                   \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_CONDITION_NOTIFY(name, call)                                                       \
  static int controlled_##name(pthread_cond_t* condition, const void* pc) {                       \
    notify(sync_call::call, condition, pc);                                                       \
    return 0;                                                                                     \
  }                                                                                               \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition) noexcept {                                 \
    return controlled() ? controlled_##name(condition, HEDDLE_PC) : HEDDLE_LIBC(name)(condition); \
  }
#define HEDDLE_C11_CONDITION_WAIT(name, its)                                                  \
  HEDDLE_HIDDEN int heddle_##name(cnd_t* condition, mtx_t* mutex) {                           \
    if (!controlled()) return HEDDLE_LIBC(name)(condition, mutex);                            \
    return heddle::sync::as_c11(controlled_##its(posix(condition), posix(mutex), HEDDLE_PC)); \
  }                                                                                           \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_C11_CONDITION_TIMED_WAIT(name, its)                                                  \
  HEDDLE_HIDDEN int heddle_##name(cnd_t* condition, mtx_t* mutex, const timespec* time) {           \
    if (!controlled()) return HEDDLE_LIBC(name)(condition, mutex, time);                            \
    return heddle::sync::as_c11(controlled_##its(posix(condition), posix(mutex), time, HEDDLE_PC)); \
  }                                                                                                 \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_C11_CONDITION_NOTIFY(name, its)                                  \
  HEDDLE_INTERPOSE int name(cnd_t* condition) {                                 \
    if (!controlled()) return HEDDLE_LIBC(name)(condition);                     \
    return heddle::sync::as_c11(controlled_##its(posix(condition), HEDDLE_PC)); \
  }
#include "runtime/shared/wait_calls.def"

HEDDLE_INTERPOSE int cnd_init(cnd_t* condition) {
  return make(sync_call::condition_init, condition, HEDDLE_PC, {},
              [=] { return HEDDLE_LIBC(cnd_init)(condition); });
}
HEDDLE_INTERPOSE void cnd_destroy(cnd_t* condition) {
  destroy(sync_call::condition_destroy, condition, HEDDLE_PC, [=] {
    HEDDLE_LIBC(cnd_destroy)(condition);
    return 0;
  });
}
