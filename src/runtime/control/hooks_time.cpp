// SPDX-License-Identifier: Apache-2.0
// Time. A sleep is no reason to do anything later, and a timed wait may run out at once: both return without
// waiting. But the thread that slept or waited must find that so much time has passed: libstdc++ looks at the
// clock after a timed wait to know whether it ran out. So each thread's clocks go ahead by what it slept and
// waited. They are its own: what a thread reads there depends on nothing another one does.
#include <errno.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }
bool goes_ahead(clockid_t clock) {
  return clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID;
}

std::int64_t now(clockid_t clock) {
  timespec time{};
  HEDDLE_LIBC(clock_gettime)(clock, &time);
  return nanoseconds(time) + (goes_ahead(clock) ? world.current->time_passed : 0);
}
void pass(std::int64_t time) {
  if (time > 0) world.current->time_passed += time;
}

}  // namespace

int noted_time(int error, clockid_t clock, const timespec* until) {
  if (error == ETIMEDOUT && until != nullptr) pass(nanoseconds(*until) - now(clock));
  return error;
}
void note_time(const timespec& time) { pass(nanoseconds(time)); }

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int error = HEDDLE_LIBC(clock_gettime)(clock, time);
  if (error != 0 || !controlled()) return error;
  touched(time, sizeof *time, true, HEDDLE_PC);
  if (!goes_ahead(clock)) return 0;
  const std::int64_t moment = nanoseconds(*time) + world.current->time_passed;
  *time = {moment / kSecond, moment % kSecond};
  return 0;
}
HEDDLE_INTERPOSE int gettimeofday(timeval* time, void* zone) noexcept {
  const int error = HEDDLE_LIBC(gettimeofday)(time, zone);
  if (error != 0 || !controlled() || time == nullptr) return error;
  touched(time, sizeof *time, true, HEDDLE_PC);
  const std::int64_t moment = now(CLOCK_REALTIME);
  *time = {moment / kSecond, moment % kSecond / 1000};
  return 0;
}
HEDDLE_INTERPOSE time_t time(time_t* result) noexcept {
  if (!controlled()) return HEDDLE_LIBC(time)(result);
  const time_t seconds = now(CLOCK_REALTIME) / kSecond;
  if (result != nullptr) {
    touch(result, sizeof *result, true, HEDDLE_PC);
    *result = seconds;
  }
  return seconds;
}
HEDDLE_INTERPOSE int timespec_get(timespec* time, int base) noexcept {
  if (!controlled() || base != TIME_UTC) return HEDDLE_LIBC(timespec_get)(time, base);
  clock_gettime(CLOCK_REALTIME, time);
  return base;
}

// Their signals come when real time says so.
HEDDLE_INTERPOSE unsigned alarm(unsigned seconds) noexcept {
  if (controlled() && seconds != 0) doubt(Doubt::blocking_call, "alarm");
  return HEDDLE_LIBC(alarm)(seconds);
}
HEDDLE_INTERPOSE int setitimer(__itimer_which_t which, const itimerval* time, itimerval* old) noexcept {
  if (controlled()) doubt(Doubt::blocking_call, "setitimer");
  return HEDDLE_LIBC(setitimer)(which, time, old);
}
HEDDLE_INTERPOSE int timer_settime(timer_t timer, int flags, const itimerspec* time,
                                   itimerspec* old) noexcept {
  if (controlled()) doubt(Doubt::blocking_call, "timer_settime");
  return HEDDLE_LIBC(timer_settime)(timer, flags, time, old);
}

HEDDLE_INTERPOSE int nanosleep(const timespec* time, timespec* left) {
  if (!controlled()) return HEDDLE_LIBC(nanosleep)(time, left);
  note_time(*time);
  return 0;
}
HEDDLE_INTERPOSE int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (!controlled()) return HEDDLE_LIBC(clock_nanosleep)(clock, flags, time, left);
  if ((flags & TIMER_ABSTIME) != 0)
    noted_time(ETIMEDOUT, clock, time);
  else
    note_time(*time);
  return 0;
}
HEDDLE_INTERPOSE int usleep(useconds_t time) {
  if (!controlled()) return HEDDLE_LIBC(usleep)(time);
  pass(std::int64_t{time} * 1000);
  return 0;
}
HEDDLE_INTERPOSE unsigned sleep(unsigned time) {
  if (!controlled()) return HEDDLE_LIBC(sleep)(time);
  pass(std::int64_t{time} * kSecond);
  return 0;
}
HEDDLE_INTERPOSE int thrd_sleep(const timespec* time, timespec* left) {
  if (!controlled()) return HEDDLE_LIBC(thrd_sleep)(time, left);
  note_time(*time);
  return 0;
}
