// SPDX-License-Identifier: Apache-2.0
// Futexes: what std::atomic::wait, futures, latches and semaphores of C++ stand on; and other system calls
// that are made without a function of their own.
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/control/bounds.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/robustness.h"
#include "runtime/control/stub.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

// A wait of libstdc++ (of a future) that wakes up without a reason goes on until the same time by itself: what its caller
// sees is what it may see anyway. So only waits of the program's own code do.
bool may_matter(const void* pc) { return is_own_code(number(pc)); }

Modification in_queue(Modification change, Modification::Queue what) {
  change.queue = what;
  return change;
}

// Under a weak memory model: a bit for each thread that waits, as for conditions. What whoever waits sees of what was
// stored before a wake-up is a matter of the graph: explore/wake_ups.h.
long wait_weakly(Object& queue, std::uint32_t* word, std::uint32_t expected, bool timed, const void* pc) {
  Controlled& self = *world.current;
  may_come_back(self, pc);
  const BaselessRow row(self);
  const std::uint64_t bit = bit_of_waiter(self);
  const auto change = [&](Modification::Kind kind, std::uint64_t operand, Modification::Queue what) {
    const Modification asked = in_queue(changing(kind, operand, MemoryOrder::relaxed), what);
    return modify_weakly(queue, asked, 0, Action::wait, number(word), pc).old;
  };
  const auto leave = [&] { return change(Modification::Kind::bit_and, ~bit, Modification::Queue::leave); };
  change(Modification::Kind::bit_or, bit, Modification::Queue::enter);
  const bool is_new = load_weakly(word, sizeof *word, pc) != expected;
  effect();
  if (is_new) {
    leave();
    errno = EAGAIN;
    return -1;
  }
  bool timed_out = false;
  if (may_matter(pc) && may_be_baseless(self, Baseless::wake_up, pc) && outcome(2) == 1) {
    leave();
    Visit looked{.object = &object_at(word),
                 .memory = word,
                 .found = expected,
                 .left = expected,
                 .size = sizeof *word};
    keep_visit(self, looked);
    row.goes_on(self);
    is_baseless(self, Baseless::wake_up, pc, {looked});
    return 0;
  }
  if (timed && runs_out_weakly(self, pc)) {
    timed_out = (leave() & bit) != 0;
    if (world.recording && timed_out) note_baseless(Baseless::timeout);
  } else {
    self.timed = timed;
    modify_weakly(queue, in_queue(until_notified(bit), Modification::Queue::sleep), 0, Action::wait,
                  number(word), pc);
    self.timed = false;
  }
  effect();
  if (!timed_out) return 0;
  errno = ETIMEDOUT;
  return -1;
}

long wake_weakly(Object& queue, std::uint32_t* word, int count, const void* pc) {
  long woken = 0;
  const bool all = count >= 64;
  for (int i = 0; i < (all ? 1 : count); ++i) {
    Modification waking = in_queue(
        changing(all ? Modification::Kind::bit_and : Modification::Kind::drop_a_bit, 0, MemoryOrder::relaxed),
        Modification::Queue::wake);
    waking.guarded = waking.unequal = true;  // who finds nobody changes nothing
    const std::uint64_t waiting = modify_weakly(queue, waking, 0, Action::notify, number(word), pc).old;
    if (waiting == 0) break;
    woken += all ? __builtin_popcountll(waiting) : 1;
  }
  effect();
  return woken;
}

// The kernel tells futexes of one process from those of several: a wake-up of one kind does not reach the other. Each has
// a queue of its own.
Object& queue_of(std::uint32_t* word, bool is_private) {
  auto* place = reinterpret_cast<char*>(word);
  return object_at(is_private ? place : place + 1, Role::queue);
}

long futex_wait(std::uint32_t* word, bool is_private, std::uint32_t bits, std::uint32_t expected, bool timed,
                const void* pc) {
  Object& queue = queue_of(word, is_private);
  if (world.memory != nullptr) return wait_weakly(queue, word, expected, timed, pc);
  Object& object = object_at(word);
  Controlled& self = *world.current;
  Operation operation = on(queue, true);
  operation.accesses[operation.count++] = {object.number, false};
  add_racy(operation, number(word), sizeof *word, false);
  may_come_back(self, pc);
  reach(operation, &queue, Action::wait, number(word), pc);
  operation.available = 3;
  stamp(object, false);
  if (is_watched()) {
    watch_wait(queue, number(word));
    watch_atomic({.address = number(word),
                  .size = sizeof *word,
                  .reads = true,
                  .all_seq_cst = true,  // the kernel has a full barrier before it
                  .before = *word,
                  .after = *word});
  }
  if (*word != expected) {
    effect();  // it is not what the caller had read
    performed(operation);
    errno = EAGAIN;
    return -1;
  }
  const bool spurious = may_matter(pc) && may_be_baseless(self, Baseless::wake_up, pc) && outcome(2) == 1;
  self.futex_bits = bits;
  if (!spurious) enqueue(queue, self);
  self.notified = false;
  self.held_back = !spurious && timed && !may_be_baseless(self, Baseless::timeout, pc);
  Visit looked{.object = &object, .memory = word, .found = expected, .left = expected, .size = sizeof *word};
  performed(operation);
  keep_visit(self, looked);
  looked.stamp_found = looked.stamp_left;
  if (spurious) {
    self.looking.in_time = timed;
    is_baseless(self, Baseless::wake_up, pc, {looked});
    return 0;
  }
  if (!timed) {
    effect();
    blocked_until_resumed(Operation{}, &queue);
    if (is_watched()) watch_wait(queue, number(word));
    return 0;
  }
  self.timed = true;
  Operation again = on(queue, true);
  reach(again, &queue, Action::wake, number(word), pc);
  self.timed = false;
  if (!self.notified) dequeue(queue, self);
  performed(again);
  if (self.notified) {
    if (is_watched()) watch_wait(queue, number(word));
    effect();
    return 0;
  }
  is_baseless(self, Baseless::timeout, pc, {looked});
  errno = ETIMEDOUT;
  return -1;
}

// Of a program in C, the memory must be there. A semaphore or a stop_callback of C++ may be destroyed by whom it woke up
// before its own wake-up returns, and nothing tells its code from that of the program, which it is a part of.
bool is_raw(const void* pc) {
  static const bool is_c = dlsym(RTLD_DEFAULT, "__cxa_throw") == nullptr;
  return is_c && is_own_code(number(pc));
}

long futex_wake(std::uint32_t* word, bool is_private, std::uint32_t bits, int count, const void* pc) {
  Object& queue = queue_of(word, is_private);
  if (world.memory != nullptr) return wake_weakly(queue, word, count, pc);
  Operation operation = on(queue, true);
  reach(operation, &queue, Action::notify, number(word), pc);
  if (is_raw(pc)) {
    if (in_heap(number(word))) check_heap(number(word), sizeof *word, false, pc);
    note_use(number(word), sizeof *word, pc);
  }
  if (is_watched()) watch_wake(queue);
  performed(operation);
  long woken = 0;
  for (Thread next = queue.first_waiter; next != kNoThread && woken < count;) {
    Controlled& waiter = *world.all[next];
    next = waiter.next_waiter;
    if ((waiter.futex_bits & bits) == 0) continue;
    wake(queue, waiter);
    ++woken;
  }
  effect();
  return woken;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

namespace {
// They neither wait nor tell anything that changes with the schedule.
bool is_harmless(long call) {
  for (const long known :
       {SYS_gettid, SYS_getpid, SYS_sched_yield, SYS_getcpu, SYS_membarrier, SYS_sched_getaffinity})
    if (call == known) return true;
  return false;
}
}  // namespace

HEDDLE_HIDDEN long heddle_syscall(long call, ...) {
  va_list arguments;
  va_start(arguments, call);
  long a[6];
  for (long& each : a) each = va_arg(arguments, long);
  va_end(arguments);
  if (controlled() && call == SYS_futex) {
    auto* word = reinterpret_cast<std::uint32_t*>(a[0]);
    const bool is_private = (a[1] & FUTEX_PRIVATE_FLAG) != 0;
    const long command = a[1] & FUTEX_CMD_MASK;
    const bool has_bits = command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
    const std::uint32_t bits = has_bits ? static_cast<std::uint32_t>(a[5]) : FUTEX_BITSET_MATCH_ANY;
    if (bits == 0) {
      errno = EINVAL;
      return -1;
    }
    if (bits != FUTEX_BITSET_MATCH_ANY && world.memory != nullptr)
      cut(Doubt::beyond_model, "a futex that tells waiters apart by bits");
    switch (command) {
      case FUTEX_WAIT:
      case FUTEX_WAIT_BITSET: {
        const auto* time = reinterpret_cast<const timespec*>(a[3]);
        if (time != nullptr) begins_to_wait(*world.current);
        const long result =
            futex_wait(word, is_private, bits, static_cast<std::uint32_t>(a[2]), time != nullptr, HEDDLE_PC);
        if (time != nullptr) world.current->looking.answers = true;
        if (result == 0 || errno != ETIMEDOUT) return result;
        if (command == FUTEX_WAIT)
          note_time(*time);
        else
          noted_time(ETIMEDOUT, (a[1] & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
        errno = ETIMEDOUT;
        return result;
      }
      case FUTEX_WAKE:
      case FUTEX_WAKE_BITSET:
        return futex_wake(word, is_private, bits, static_cast<int>(a[2]), HEDDLE_PC);
      default:
        doubt(Doubt::blocking_call, "futex");
    }
  } else if (controlled() && (call == SYS_getpid || call == SYS_gettid)) {
    return call == SYS_getpid ? getpid() : gettid();
  } else if (controlled() && call == SYS_exit_group) {
    leave_process(Ending::at_once, static_cast<int>(a[0]), HEDDLE_PC);
  } else if (controlled() && !is_harmless(call)) {
    doubt(Doubt::blocking_call, "syscall");
  }
  const long result = heddle::runtime::raw_syscall(call, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}
HEDDLE_STUB(syscall, heddle_syscall)
