// SPDX-License-Identifier: Apache-2.0
// Futexes: what std::atomic::wait, futures, latches and semaphores of C++ stand on; and other system calls
// that are made without a function of their own.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/control/bounds.h"
#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

long futex_wait(std::uint32_t* word, std::uint32_t expected, bool timed, const void* pc) {
  Object& queue = object_at(word, Role::queue);
  Object& object = object_at(word);
  Controlled& self = *world.current;
  Operation operation = on(queue, true);
  operation.accesses[operation.count++] = {object.number, false};
  add_racy(operation, number(word), sizeof *word, false);
  if (timed) may_come_back(self, pc);
  reach(operation, &queue, Action::wait, number(word), pc);
  operation.available = 3;
  stamp(object, false);
  if (*word != expected) {
    effect();  // it is not what the caller had read
    performed(operation);
    errno = EAGAIN;
    return -1;
  }
  enqueue(queue, self);
  self.notified = false;
  self.held_back = timed && !may_be_baseless(self, Baseless::timeout, pc);
  Visit looked{.object = &object, .memory = word, .found = expected, .left = expected, .size = sizeof *word};
  performed(operation);
  keep_visit(self, looked);
  looked.stamp_found = looked.stamp_left;
  if (!timed) {
    effect();
    blocked_until_resumed(Operation{}, &queue);
    return 0;
  }
  self.timed = true;
  Operation again = on(queue, true);
  reach(again, &queue, Action::wake, number(word), pc);
  self.timed = false;
  if (!self.notified) dequeue(queue, self);
  performed(again);
  if (self.notified) {
    effect();
    return 0;
  }
  is_baseless(self, Baseless::timeout, pc, {looked});
  errno = ETIMEDOUT;
  return -1;
}

long futex_wake(std::uint32_t* word, int count, const void* pc) {
  Object& queue = object_at(word, Role::queue);
  Operation operation = on(queue, true);
  reach(operation, &queue, Action::notify, number(word), pc);
  performed(operation);
  long woken = 0;
  while (queue.first_waiter != kNoThread && woken < count) {
    wake(queue, *world.all[queue.first_waiter]);
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
  for (const long known : {SYS_gettid, SYS_getpid, SYS_sched_yield, SYS_getcpu, SYS_membarrier, SYS_getrandom,
                           SYS_clock_gettime, SYS_sched_getaffinity})
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
    switch (a[1] & FUTEX_CMD_MASK) {
      case FUTEX_WAIT:
      case FUTEX_WAIT_BITSET: {
        const auto* time = reinterpret_cast<const timespec*>(a[3]);
        if (time != nullptr) begins_to_wait(*world.current);
        const long result = futex_wait(word, static_cast<std::uint32_t>(a[2]), time != nullptr, HEDDLE_PC);
        if (time != nullptr) world.current->looking.answers = true;
        if (result == 0 || errno != ETIMEDOUT) return result;
        if ((a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT)
          note_time(*time);
        else
          noted_time(ETIMEDOUT, (a[1] & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
        errno = ETIMEDOUT;
        return result;
      }
      case FUTEX_WAKE:
      case FUTEX_WAKE_BITSET:
        return futex_wake(word, static_cast<int>(a[2]), HEDDLE_PC);
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
