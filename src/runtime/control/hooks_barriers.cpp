// SPDX-License-Identifier: Apache-2.0
// Barriers. The threads of a round arrive in any order, and all of them go on after all of them arrived: so
// no search need tell the orders of arrival apart. An arrival only reads the barrier, as far as the search is
// concerned, and all arrivals of a round come before whatever the threads do after it.
//
// Why that loses nothing. Two arrivals of one round can be swapped: the same threads wait afterwards, or the same go
// on. Two arrivals of different rounds cannot be, as one of them decides who is in the first round. If the later one
// comes from a thread that knows of the earlier round (it was in it, or was told), they are ordered and nobody would
// swap them. If not, threads compete for places in a round. Whether they do is seen in any order of the arrivals: the
// one that is too many finds a round it does not know of. Then all arrivals at this barrier become writes, which are
// never swapped, from the next search on (Shared::racy has the barrier's address with the highest bit).
//
// Which thread of a round gets PTHREAD_BARRIER_SERIAL_THREAD, POSIX leaves open. If no thread of the round
// looks at what the call returns, it makes no difference. If one may (machine_code/result_use.h), all of them
// take a step when they leave: the first one gets it, as by a compare-exchange, and so each of them does in
// some execution. Where threads compete it is the last one to arrive.
#include <pthread.h>

#include "runtime/control/core.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/touch.h"
#include "runtime/control/waiters.h"
#include "runtime/control/weak_memory.h"
#include "runtime/machine_code/result_use.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

using sync::Call;

std::uint64_t competition(const Object& object) { return object.key | std::uint64_t{1} << 63; }

// The clock of the round before is kept in `shared`.
bool knows_last_round(const Controlled& thread, const Object& object) {
  if (!object.shared_any) return true;
  for (Thread number = 0; number < world.threads; ++number)
    if (object.shared->at[number] > thread.clock.at[number]) return false;
  return true;
}

bool may_look(const void* pc) {
  struct Known {
    const void* pc;
    bool looks;
  };
  static Known known[64];
  Known& at = known[number(pc) % 61];
  constexpr std::size_t kNear = 4096;
  if (at.pc != pc) {
    std::size_t bytes = kNear;
    while (bytes > 0 && !is_own_code(number(pc) + bytes)) bytes /= 2;
    at = {pc, machine_code::may_use_result(static_cast<const std::uint8_t*>(pc), bytes)};
  }
  return at.looks;
}

// Under weak memory, where threads compete: what is known of the round goes through the barrier itself.
int compete_weakly(Call call, Object& object, pthread_barrier_t* barrier, const void* pc) {
  use(object, pc);
  world.current->leaves = &object;
  const std::uint32_t begun = location_of(object);
  const auto arriving = changing(Modification::Kind::arrive, object.state.count, MemoryOrder::acq_rel);
  ruled(call, object, pc);
  const std::uint64_t old = modify_weakly(object, arriving, 0, Action::arrive, number(barrier), pc).old;
  object.arrived = static_cast<std::uint32_t>((old + 1) & 0xFFFFFFFF) % object.state.count;
  effect();
  if ((old & 0xFFFFFFFF) + 1 == object.state.count) {
    leave(pc);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  Modification next_round = taking(Modification::Kind::none, 0, 0xFFFFFFFF00000000U, true);
  next_round.expected = old & next_round.mask;
  next_round.unequal = true;
  modify_weakly(object, next_round, 0, Action::arrive, number(barrier), pc, begun);
  leave(pc);
  return 0;
}

// Of a barrier: how many rounds there were, and whether somebody of this one looks at what is returned.
Object& rounds_of(const Object& object) {
  return object_at(reinterpret_cast<void*>(object.key), Role::queue);
}
// Of a round in which somebody looks: has somebody got the one answer that differs, and how many are still to leave?
// Two rounds after another have different ones.
Object& leaving(const Object& object, std::uint32_t round) {
  return object_at(reinterpret_cast<void*>(object.key), round % 2 == 0 ? Role::once : Role::annotation);
}

int answer_of(Object& object, std::uint32_t round, const void* pc) {
  Object& left = leaving(object, round);
  if (left.state.readers == 0) return 0;
  if (world.memory != nullptr) {
    const AtomicAnswer answer = modify_weakly(left, schedule::compare_exchange(0, 1), 0, Action::leave,
                                              object.key, pc, location_of(left));
    --left.state.readers;
    return answer.writes ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  }
  Operation operation = on(left, true);
  operation.writes = Writes::if_equal;
  operation.expected = 0;
  reach(operation, &left, Action::leave, object.key, pc);
  operation.before = left.state.count;
  const bool is_first = left.state.count == 0;
  operation.accesses[0].write = is_first;
  left.state.count = 1;
  --left.state.readers;
  performed(operation);
  return is_first ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// All of them come before whatever they do next, by way of the first of them: each time in the same order, whoever came
// last, as a graph that is run again may bring them here in another.
void order_round(const Object& object, const Controlled& last) {
  Controlled* hub = nullptr;
  const auto each = [&](auto&& does) {
    for (Thread number = 0; number < world.threads; ++number) {
      Thread waiter = object.first_waiter;
      while (waiter != kNoThread && waiter != number) waiter = world.all[waiter]->next_waiter;
      if (waiter == number || last.number == number) does(*world.all[number]);
    }
  };
  each([&](Controlled& thread) {
    if (hub == nullptr)
      hub = &thread;
    else
      order(thread, *hub);
  });
  each([&](Controlled& thread) {
    if (&thread != hub) order(*hub, thread);
  });
}

// Everybody is there, this thread as the last.
void complete(Object& object) {
  Controlled& self = *world.current;
  Object& rounds = rounds_of(object);
  Object& left = leaving(object, rounds.state.readers);
  if (left.state.readers !=
      0) {  // one of two rounds before has not left yet: the next search knows that they compete
    make_visible(competition(object));
    world.abandoned = true;
    abandon();
  }
  if (rounds.state.count != 0) {
    left.state.count = 0;
    left.state.readers = object.state.count;
    if (world.memory != nullptr) begin_anew(left);
  }
  rounds.state.count = 0;
  ++rounds.state.readers;
  Clock* round = object.published;  // all arrivals of this round
  object.published = object.shared;
  object.shared = round;
  object.published_any = false;
  object.shared_any = true;
  acquire_from(self, round);
  order_round(object, self);
  while (object.first_waiter != kNoThread) {
    Controlled& other = *world.all[object.first_waiter];
    dequeue(object, other);
    acquire_from(other, round);
    resume(other);
  }
}

int arrive(Call call, pthread_barrier_t* barrier, const void* pc) {
  Object& object = object_of(sync::Object::barrier, barrier);
  Controlled& self = *world.current;
  const bool competes = is_visible(competition(object));
  if (competes && world.memory != nullptr) return compete_weakly(call, object, barrier, pc);
  Operation operation = on(object, competes);
  reach(operation, &object, Action::arrive, number(barrier), pc);
  use(object, pc);
  if (!competes && !knows_last_round(self, object)) make_visible(competition(object));
  object.state.waiting = object.arrived;
  const sync::Ruling ruling = ruled(call, object, pc);
  apply(ruling.answers[0], object);
  if (world.memory == nullptr)
    publish(self, object, true);
  else
    leave_clock(self, object, true);
  effect();
  performed(operation);
  Object& rounds = rounds_of(object);
  const std::uint32_t round = rounds.state.readers;
  if (!competes && may_look(pc)) rounds.state.count = 1;
  const bool is_last = ruling.answers[0].wakes == sync::Wakes::all;
  if (is_last) {
    self.leaves = &object;
    complete(object);
  } else {
    self.leaves = &object;
    enqueue(object, self);
    blocked_until_resumed(Operation{}, &object);
  }
  leave(pc);
  if (competes) return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  return answer_of(object, round, pc);
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;
using sync_call = heddle::sync::Call;

#define HEDDLE_BARRIER_INIT(name, call)                                                          \
  HEDDLE_INTERPOSE int name(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, \
                            unsigned count) noexcept {                                           \
    heddle::sync::Arguments arguments;                                                           \
    arguments.value = count;                                                                     \
    return make(sync_call::call, barrier, HEDDLE_PC, arguments,                                  \
                [=] { return HEDDLE_LIBC(name)(barrier, attributes, count); });                  \
  }
#define HEDDLE_BARRIER_WAIT(name, call)                                                             \
  HEDDLE_INTERPOSE int name(pthread_barrier_t* barrier) noexcept {                                  \
    return controlled() ? arrive(sync_call::call, barrier, HEDDLE_PC) : HEDDLE_LIBC(name)(barrier); \
  }
#define HEDDLE_BARRIER_DESTROY(name, call)                                                           \
  HEDDLE_INTERPOSE int name(pthread_barrier_t* barrier) noexcept {                                   \
    return destroy(sync_call::call, barrier, HEDDLE_PC, [=] { return HEDDLE_LIBC(name)(barrier); }); \
  }
#include "runtime/shared/wait_calls.def"
