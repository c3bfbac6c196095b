// SPDX-License-Identifier: Apache-2.0
// Condition variables, POSIX's and, under other names, C11's; std::condition_variable ends here too.
//
// Waiting gives the mutex up and takes it again, also when the thread is cancelled while it waits. POSIX and
// C++ let nothing else follow from a notification: whoever relies on more than the mutex has a race.
#include <ctime>

#include <pthread.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/lock_call.h"
#include "runtime/watch/real.h"
#include "runtime/watch/report.h"

using namespace heddle::runtime;
using heddle::sync::as_c11;
using heddle::sync::Call;

#define HEDDLE_PC __builtin_return_address(0)
// glibc has older versions of these, for another pthread_cond_t.
#define HEDDLE_REAL_CONDITION(name) HEDDLE_REAL_VERSION(name, "GLIBC_2.3.2")

namespace {

namespace sync = heddle::sync;

// Of a wait under way. libc gives up one level of a recursive mutex.
struct Rewait {
  pthread_cond_t* condition;
  pthread_mutex_t* mutex;
  const void* pc;
};

// False: libc refuses the wait, or it is misuse.
bool begin_condition_wait(Thread& thread, sync::Call call, const Rewait& wait) {
  const auto on_mutex = exclusive(Call::mutex_unlock, wait.mutex, wait.pc);
  if (!use(thread, sync::Object::condition, wait.condition, wait.pc)) return false;
  if (!may_use(thread, sync::Object::mutex, wait.mutex, wait.pc)) return false;
  Object* mutex = on_mutex.object_in(thread);
  Object* condition = object_at(thread, address_of(wait.condition), ObjectKind::condition, wait.pc);
  if (mutex == nullptr || condition == nullptr) return false;
  std::uint64_t number = 0;
  {
    const ObjectGuard guard(*condition);
    const sync::State state = state_of(*mutex, made(wait.mutex));
    const sync::Ruling ruling = sync::rule(call, state_of(*condition), caller_of(thread, *mutex),
                                           {.mutex = &state, .mutex_number = address_of(wait.mutex)});
    if (ruling.misuse != sync::Misuse::none) {
      report_misuse(thread, ruling.misuse, *condition, wait.pc);
      if (ruling.misuse != sync::Misuse::two_mutexes) return false;
    } else if (ruling.answers[0].value != 0) {
      return false;
    }
    number = condition->number;
    ++condition->waiting;
    condition->mutex = address_of(wait.mutex);
  }
  on_use(thread, address_of(wait.mutex), used_bytes(sync::Object::mutex), wait.pc);
  on_unlock(thread, Call::mutex_unlock, *mutex, made(wait.mutex), wait.pc);
  note_wait(thread, Waits::condition, number, {stack_at(thread, wait.pc), locks_of(thread)},
            sync::row(call).form == sync::Form::timed);
  return true;
}

// The condition may be gone by now: those who wait for it need only be notified.
void take_again(void* what) {
  const auto* wait = static_cast<Rewait*>(what);
  if (Thread* thread = active()) {
    const Busy busy(*thread);
    note_wait(*thread, Waits::nothing);
    if (Object* condition = find_object(address_of(wait->condition))) {
      const ObjectGuard guard(*condition);
      if (condition->waiting > 0) --condition->waiting;
      if (condition->notified > 0) --condition->notified;
      condition->shared.join(thread->clock);
    }
  }
  exclusive(Call::mutex_lock, wait->mutex, wait->pc).after_lock(true);
}

template <class Wait>
int wait_with(sync::Call call, pthread_cond_t* condition, pthread_mutex_t* mutex, const void* pc, Wait wait) {
  if (is_libomp(pc)) return wait();
  perturb(pc);
  Rewait again{condition, mutex, pc};
  bool waits = false;
  if (Thread* thread = active(); thread != nullptr && attached()) {
    const Busy busy(*thread);
    waits = begin_condition_wait(*thread, call, again);
  }
  if (!waits) return wait();
  int result = 0;
  pthread_cleanup_push(take_again, &again);
  result = wait();
  pthread_cleanup_pop(1);
  return result;
}

void before_notify(sync::Call call, pthread_cond_t* condition, const void* pc) {
  if (is_libomp(pc)) return;
  perturb(pc);
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (!use(*thread, sync::Object::condition, condition, pc)) return;
  Object* known = find_object(address_of(condition));
  if (known == nullptr) return;  // nobody ever waited
  const ObjectGuard guard(*known);
  if (sync::wakes_all(call))
    known->notified = known->waiting;
  else if (known->notified < known->waiting)
    ++known->notified;
}

int init(Call call, pthread_cond_t* condition, const pthread_condattr_t* attributes, const void* pc) {
  before_use_of(attributes, pc);
  before_init(call, condition, pc);
  return HEDDLE_REAL_CONDITION(pthread_cond_init)(condition, attributes);
}
int destroy(Call call, pthread_cond_t* condition, const void* pc) {
  before_destroy(call, condition, pc);
  return HEDDLE_REAL_CONDITION(pthread_cond_destroy)(condition);
}
pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* posix(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

}  // namespace

// Each function stands before libc's of the same name; what it does is in one of ours, which C11's functions share.
#define HEDDLE_CONDITION_INIT(name, call)                                                               \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition, const pthread_condattr_t* attributes) noexcept { \
    return init(Call::call, condition, attributes, HEDDLE_PC);                                          \
  }
#define HEDDLE_CONDITION_DESTROY(name, call)                      \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition) noexcept { \
    return destroy(Call::call, condition, HEDDLE_PC);             \
  }
#define HEDDLE_CONDITION_WAIT(name, call)                                                        \
  static int watched_##name(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* pc) { \
    return wait_with(Call::call, condition, mutex, pc,                                           \
                     [&] { return HEDDLE_REAL_CONDITION(name)(condition, mutex); });             \
  }                                                                                              \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition, pthread_mutex_t* mutex) {                 \
    return watched_##name(condition, mutex, HEDDLE_PC);                                          \
  }
#define HEDDLE_CONDITION_TIMED_WAIT(name, call)                                                         \
  static int watched_##name(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until,   \
                            const void* pc) {                                                           \
    before_use_of(until, pc);                                                                           \
    return wait_with(Call::call, condition, mutex, pc,                                                  \
                     [&] { return HEDDLE_REAL_CONDITION(name)(condition, mutex, until); });             \
  }                                                                                                     \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) { \
    return watched_##name(condition, mutex, until, HEDDLE_PC);                                          \
  }
#define HEDDLE_CONDITION_CLOCK_WAIT(name, call)                                                 \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, \
                            const timespec* until) {                                            \
    before_use_of(until, HEDDLE_PC);                                                            \
    return wait_with(Call::call, condition, mutex, HEDDLE_PC,                                   \
                     [&] { return HEDDLE_REAL(name)(condition, mutex, clock, until); });        \
  }
#define HEDDLE_CONDITION_NOTIFY(name, call)                              \
  static int watched_##name(pthread_cond_t* condition, const void* pc) { \
    before_notify(Call::call, condition, pc);                            \
    return HEDDLE_REAL_CONDITION(name)(condition);                       \
  }                                                                      \
  HEDDLE_INTERPOSE int name(pthread_cond_t* condition) noexcept {        \
    return watched_##name(condition, HEDDLE_PC);                         \
  }
#define HEDDLE_C11_CONDITION_WAIT(name, its)                                 \
  HEDDLE_INTERPOSE int name(cnd_t* condition, mtx_t* mutex) {                \
    return as_c11(watched_##its(posix(condition), posix(mutex), HEDDLE_PC)); \
  }
#define HEDDLE_C11_CONDITION_TIMED_WAIT(name, its)                                   \
  HEDDLE_INTERPOSE int name(cnd_t* condition, mtx_t* mutex, const timespec* until) { \
    return as_c11(watched_##its(posix(condition), posix(mutex), until, HEDDLE_PC));  \
  }
#define HEDDLE_C11_CONDITION_NOTIFY(name, its) \
  HEDDLE_INTERPOSE int name(cnd_t* condition) { return as_c11(watched_##its(posix(condition), HEDDLE_PC)); }
#include "runtime/shared/wait_calls.def"

HEDDLE_INTERPOSE int cnd_init(cnd_t* condition) {
  return as_c11(init(Call::condition_init, posix(condition), nullptr, HEDDLE_PC));
}
HEDDLE_INTERPOSE void cnd_destroy(cnd_t* condition) {
  destroy(Call::condition_destroy, posix(condition), HEDDLE_PC);
}
