// SPDX-License-Identifier: Apache-2.0
// Semaphores.
#include <cstdarg>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

using sync::Call;

// A value as semaphores give it back.
int minus_one(int error) {
  if (error == 0) return 0;
  will_change(errno);
  errno = error;
  return -1;
}

sync::State state_with(std::uint32_t value, const Object& object) {
  sync::State state = object.state;
  state.count = value;
  return state;
}

int acquire_semaphore(Call call, sem_t* address, const void* pc, const sync::Arguments& arguments = {}) {
  Object& object = object_of(sync::Object::semaphore, address);
  const bool waits = sync::row(call).form == sync::Form::blocking;
  if (world.memory != nullptr) [[unlikely]] {
    use(object, pc);
    if (const int refused = foretold(call, object, state_with(1, object), arguments, pc); refused != 0)
      return refused;
    Modification less = taking(Modification::Kind::subtract, 1, ~std::uint64_t{0}, waits);
    less.unequal = true;
    const bool taken =
        modify_weakly(object, less, object.state.count, Action::receive, number(address), pc).writes;
    effect();
    return taken ? 0 : foretold(call, object, state_with(0, object), arguments, pc);
  }
  Operation operation = on(object, true);
  operation.need = waits ? Need::exclusive : Need::nothing;
  operation.writes = waits ? Writes::always : Writes::if_available;
  Look look(object, operation, pc, true);
  use(object, pc);  // on arrival: who never gets it has used it too
  reach(operation, &object, Action::receive, number(address), pc);
  look.performs();
  note_before(operation, object);
  const sync::Ruling ruling = ruled(call, object, pc, arguments);
  // As foreseen from what it found, also where it fails for another reason: its time is invalid.
  if ((operation.available & 1) == 0) operation.accesses[0].write = operation.writes == Writes::always;
  apply(ruling.answers[0], object);
  look.performed(operation);
  return ruling.answers[0].value;
}

int wait_until(Call call, sem_t* address, clockid_t clock, const timespec* time, const void* pc) {
  const int error = acquire_semaphore(call, address, pc, until(time, clock));
  return minus_one(noted_time(error, clock, time));
}

int perform(Call call, sem_t* address, bool write, const void* pc) {
  Object& object = object_of(sync::Object::semaphore, address);
  if (world.memory != nullptr) [[unlikely]] {
    use(object, pc);
    foretold(call, object, state_with(0, object), {}, pc);
    Modification change = changing(write ? Modification::Kind::add : Modification::Kind::none, 1,
                                   write ? MemoryOrder::release : MemoryOrder::relaxed);
    if (write) {  // not beyond the largest value
      change.guarded = change.unequal = true;
      change.expected = sync::detail::kSemaphoreMaximum;
    }
    const AtomicAnswer answer = modify_weakly(
        object, change, object.state.count, write ? Action::send : Action::atomic_load, number(address), pc);
    if (write) effect();
    if (!write) object.state.count = static_cast<std::uint32_t>(answer.old);
    return foretold(call, object, state_with(static_cast<std::uint32_t>(answer.old), object), {}, pc);
  }
  Operation operation = on(object, write);
  Look look(object, operation, pc, !write);
  reach(operation, &object, write ? Action::send : Action::atomic_load, number(address), pc);
  look.performs();
  use(object, pc);
  note_before(operation, object);
  const sync::Ruling ruling = ruled(call, object, pc);
  apply(ruling.answers[0], object);
  look.performed(operation);
  return ruling.answers[0].value;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;
using sync_call = heddle::sync::Call;

// A function that waits or looks is a stub: whether its caller comes back to the same state is asked of its registers.
#define HEDDLE_SEMAPHORE_INIT(name, call)                                                               \
  HEDDLE_INTERPOSE int name(sem_t* address, int shared, unsigned value) noexcept {                      \
    heddle::sync::Arguments arguments;                                                                  \
    arguments.value = value;                                                                            \
    return minus_one(make(sync_call::call, address, HEDDLE_PC, arguments,                               \
                          [=] { return HEDDLE_LIBC(name)(address, shared, value) == 0 ? 0 : errno; })); \
  }
#define HEDDLE_SEMAPHORE_DESTROY(name, call)                                                         \
  HEDDLE_INTERPOSE int name(sem_t* address) noexcept {                                               \
    return destroy(sync_call::call, address, HEDDLE_PC, [=] { return HEDDLE_LIBC(name)(address); }); \
  }
#define HEDDLE_SEMAPHORE_WAIT(name, call)                                     \
  HEDDLE_HIDDEN int heddle_##name(sem_t* address) {                           \
    if (!controlled_kept()) return HEDDLE_LIBC(name)(address);                \
    return minus_one(acquire_semaphore(sync_call::call, address, HEDDLE_PC)); \
  }                                                                           \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_SEMAPHORE_TRY_WAIT(name, call) HEDDLE_SEMAPHORE_WAIT(name, call)
#define HEDDLE_SEMAPHORE_TIMED_WAIT(name, call)                                                 \
  HEDDLE_HIDDEN int heddle_##name(sem_t* address, const timespec* time) {                       \
    return controlled() ? wait_until(sync_call::call, address, CLOCK_REALTIME, time, HEDDLE_PC) \
                        : HEDDLE_LIBC(name)(address, time);                                     \
  }                                                                                             \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_SEMAPHORE_CLOCK_WAIT(name, call)                                            \
  HEDDLE_HIDDEN int heddle_##name(sem_t* address, clockid_t clock, const timespec* time) { \
    return controlled() ? wait_until(sync_call::call, address, clock, time, HEDDLE_PC)     \
                        : HEDDLE_LIBC(name)(address, clock, time);                         \
  }                                                                                        \
  HEDDLE_STUB(name, heddle_##name)
#define HEDDLE_SEMAPHORE_POST(name, call)                                                    \
  HEDDLE_INTERPOSE int name(sem_t* address) noexcept {                                       \
    return controlled_kept() ? minus_one(perform(sync_call::call, address, true, HEDDLE_PC)) \
                             : HEDDLE_LIBC(name)(address);                                   \
  }
#define HEDDLE_SEMAPHORE_VALUE(name, call)                       \
  HEDDLE_HIDDEN int heddle_##name(sem_t* address, int* value) {  \
    if (!controlled()) return HEDDLE_LIBC(name)(address, value); \
    perform(sync_call::call, address, false, HEDDLE_PC);         \
    touch(value, sizeof *value, true, HEDDLE_PC);                \
    *value = static_cast<int>(object_at(address).state.count);   \
    return 0;                                                    \
  }                                                              \
  HEDDLE_STUB(name, heddle_##name)
#include "runtime/shared/wait_calls.def"

// Those with a name outlive the process: what they were before is not known.
HEDDLE_INTERPOSE sem_t* sem_open(const char* name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const auto mode = static_cast<mode_t>(va_arg(list, unsigned));
  const unsigned value = va_arg(list, unsigned);
  va_end(list);
  if (controlled()) doubt(Doubt::blocking_call, "sem_open");
  sem_t* semaphore = HEDDLE_LIBC(sem_open)(name, flags, mode, value);
  if (semaphore != SEM_FAILED && controlled()) {
    // Opened again, it is the same one, with the value that it has by now.
    const Object& object = object_at(semaphore);
    if (!object.known || object.kind != heddle::sync::Object::semaphore ||
        object.state.life != heddle::sync::Life::initialised)
      was_made(heddle::sync::Object::semaphore, semaphore);
  }
  if (semaphore != SEM_FAILED && !controlled()) note_outside(semaphore, heddle::sync::Life::initialised);
  return semaphore;
}
