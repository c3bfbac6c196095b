// SPDX-License-Identifier: Apache-2.0
// Time. A sleep is no reason to do anything later, and a timed wait may run out at once: both return without
// waiting. But the thread that slept or waited must find that so much time has passed: libstdc++ looks at the
// clock after a timed wait to know whether it ran out. So each thread has a time of its own, which goes ahead by
// what it slept and waited, and whoever learns from a thread is not earlier than it: what a thread reads
// there depends on nothing but what it knows of. Beside that time stands still, but for loops that wait for it
// to pass (loops.cpp). So the same schedule reads the same times.
//
// A thread can be late anywhere. Where it looks at the clock, having looked before or learnt from somebody who had,
// either no time has passed or very much has: two outcomes. Each thread is let be late a few times in an execution
// (Settings::late). A look beyond these is a doubt, but for two that tell nothing new: what is asked for the
// end of a timed wait, and after one for whether it was in time; it can run out anyway. A loop that does nothing but look
// comes to its end, for time passes in it.
//
// Where looks of different threads may be compared (meeting_times.cpp) a thread's first look can be late too, beside
// those it is let be late anyway, and which of two late looks is the later one depends on the schedule: being late is a
// step on what is latest, and goes beyond that. A look that is not late is not later than what the thread knows
// of demands. So any two looks that nothing orders come out in both orders, and equal; and all orders of all looks do
// with as many late ones as there are looks. What nobody compares is not told apart, and costs nothing.
#include <errno.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "runtime/control/core.h"
#include "runtime/control/doubt_places.h"
#include "runtime/control/frameworks.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/modules.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }
enum : std::size_t { kSteady, kOfDay, kReal };
std::size_t kind_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
      return kOfDay;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      return kSteady;
    default:  // of what was computed: as the system says
      return kReal;
  }
}

std::int64_t now(clockid_t clock) {
  const std::size_t kind = kind_of(clock);
  if (kind != kReal) return world.shared->started[kind] + world.current->clock.time;
  timespec time{};
  HEDDLE_LIBC(clock_gettime)(clock, &time);
  return nanoseconds(time);
}

// Where in the program; the clocks of C++ are read in a library.
// A framework tells how long its test took.
bool is_framework_look(const Controlled& self, const void* pc) {
  constexpr std::size_t kWords = 64;
  if (is_framework_code(reinterpret_cast<std::uintptr_t>(pc))) return true;
  if (is_own_code(reinterpret_cast<std::uintptr_t>(pc))) return false;
  const auto* at = static_cast<const std::uint64_t*>(__builtin_frame_address(0));
  for (std::size_t i = 0; i < kWords && at + i < self.stack_top; ++i) {
    if (is_framework_code(at[i])) return true;
    if (is_own_code(at[i])) return false;
  }
  return false;
}

std::uint64_t place_of_look(const Controlled& self, const void* pc) {
  constexpr std::size_t kWords = 64;
  auto place = reinterpret_cast<std::uintptr_t>(pc);
  const auto* at = static_cast<const std::uint64_t*>(__builtin_frame_address(0));
  for (std::size_t i = 0; i < kWords && at + i < self.stack_top && !is_own_code(place); ++i)
    if (is_own_code(at[i])) place = at[i];
  const std::uint32_t depth = self.depth < Controlled::kFrames ? self.depth : 0;
  for (std::uint32_t i = 0; i < depth; ++i) place = base::combine(place, self.frames[i]);
  return place;
}

// The object's time is what is latest.
Object& latest() {
  static const char moment = 0;
  return object_at(&moment);
}

bool is_late(Controlled& self, const void* pc) {
  constexpr std::int64_t kLate = 1'000'000 * kSecond;
  Operation operation;
  operation.point = false;
  reach(operation, nullptr, Action::read, 0, pc);
  const bool late = outcome(2) == 1;
  performed(operation);
  if (world.recording) note_baseless(late ? Baseless::late : Baseless::clock);
  if (!late) return false;
  if (may_times_meet()) {
    Operation step = on(latest(), true);
    reach(step, &latest(), Action::read, 0, pc);
    meet_time(self.clock, latest(), false);
    self.clock.time += kLate;
    performed(step);
  } else {
    self.clock.time += kLate;
  }
  return true;
}

void may_be_late(Controlled& self, bool answers, const void* pc) {
  if (self.late == 0) {
    note_last_look(self);
    self.looking.cut = !answers;
  } else if (is_late(self, pc)) {
    --self.late;
  }
}

// Under a weak memory model a thread keeps its turn as long as it can go on, and time stands still meanwhile: a loop that
// waits for time to pass, and looks at memory beside, would not come to its end.
void end_if_it_waits(const Controlled& self, std::uint64_t place, const void* pc) {
  constexpr std::uint32_t kMany = 1000;
  static struct {
    std::uint32_t generation, count;
    Thread thread;
    std::uint64_t place;
    std::int64_t time;
  } last;
  const bool is_same = last.generation == world.generation && last.thread == self.number &&
                       last.place == place && last.time == self.clock.time;
  last = {world.generation, is_same ? last.count + 1 : 0, self.number, place, self.clock.time};
  if (last.count == kMany) cut_at(Doubt::beyond_model, "looks at the clock, in a loop that waits", pc);
}

std::int64_t look(clockid_t clock, const void* pc) {
  Controlled& self = *world.current;
  if (is_framework_look(self, pc)) return now(clock);
  Looking& looking = self.looking;
  const bool is_free = self.looks++ == 0 && may_times_meet() && world.memory == nullptr;
  const std::uint64_t place = place_of_look(self, pc);
  if (world.memory != nullptr) end_if_it_waits(self, place, pc);
  const bool is_again = place == looking.place;
  const bool is_moving = self.clock.time != looking.time &&
                         (looking.hurried || (is_again && (looking.slept || !may_times_meet())));
  note_look(self);
  if (self.clock.time == 0 || is_free) {
    if (self.clock.time == 0) self.clock.time = 1;  // it knows the time
    if (is_free) is_late(self, pc);
  } else if (is_again && looking.steps == world.steps && looking.repeats >= 2) {
    constexpr std::uint32_t kMost = 28;
    self.clock.time += kSecond << (looking.repeats < kMost ? looking.repeats : kMost);
    ++looking.repeats;
  } else if (!is_moving) {
    looking.repeats = is_again && looking.steps == world.steps ? looking.repeats + 1 : 0;
    if (!looking.in_time) may_be_late(self, looking.answers, pc);
  }
  looking.place = place;
  looking.time = self.clock.time;
  looking.steps = world.steps;
  looking.answers = looking.hurried = looking.in_time = looking.slept = false;
  return now(clock);
}
// Longer than that is always possible: in whole seconds, so that moments differ in nothing else, and in what may
// be a loop longer each time, so that it comes to its end.
void pass(std::int64_t time) {
  if (time <= 0) return;
  Controlled& self = *world.current;
  self.looking.slept = true;
  std::int64_t whole = (time + kSecond - 1) / kSecond * kSecond;
  if (self.visits_count != 0 && whole < self.passed * 2) whole = self.passed * 2;
  constexpr std::int64_t kMost = std::int64_t{1} << 60;
  self.passed = whole < kMost ? whole : kMost;
  if (self.clock.time < kMost) self.clock.time += self.passed;
}

}  // namespace

int noted_time(int error, clockid_t clock, const timespec* until) {
  if (error == ETIMEDOUT && until != nullptr) pass(nanoseconds(*until) - now(clock));
  world.current->looking.answers = true;
  return error;
}
void begins_to_wait(Controlled& thread) {
  if (!may_times_meet()) thread.looking.cut = false;
}
void note_last_look(Controlled& thread) {
  if (thread.looking.cut) world.shared->late_cut = true;
}
void note_time(const timespec& time) { pass(nanoseconds(time)); }

void start_clocks(Shared& shared) {
  // Far from whatever else a program may have in a variable.
  shared.started[kSteady] = std::int64_t{1} << 60;
  timespec time{};
  HEDDLE_LIBC(clock_gettime)(CLOCK_REALTIME, &time);
  shared.started[kOfDay] = nanoseconds(time);
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int error = HEDDLE_LIBC(clock_gettime)(clock, time);
  if (error != 0 || !controlled()) return error;
  touched(time, sizeof *time, true, HEDDLE_PC);
  if (kind_of(clock) == kReal) return 0;
  const std::int64_t moment = look(clock, HEDDLE_PC);
  *time = {moment / kSecond, moment % kSecond};
  return 0;
}
HEDDLE_INTERPOSE int gettimeofday(timeval* time, void* zone) noexcept {
  const int error = HEDDLE_LIBC(gettimeofday)(time, zone);
  if (error != 0 || !controlled() || time == nullptr) return error;
  touched(time, sizeof *time, true, HEDDLE_PC);
  const std::int64_t moment = look(CLOCK_REALTIME, HEDDLE_PC);
  *time = {moment / kSecond, moment % kSecond / 1000};
  return 0;
}
HEDDLE_INTERPOSE time_t time(time_t* result) noexcept {
  if (!controlled()) return HEDDLE_LIBC(time)(result);
  const time_t seconds = look(CLOCK_REALTIME, HEDDLE_PC) / kSecond;
  if (result != nullptr) {
    touch(result, sizeof *result, true, HEDDLE_PC);
    *result = seconds;
  }
  return seconds;
}
HEDDLE_INTERPOSE int timespec_get(timespec* time, int base) noexcept {
  if (!controlled() || base != TIME_UTC) return HEDDLE_LIBC(timespec_get)(time, base);
  touch(time, sizeof *time, true, HEDDLE_PC);
  const std::int64_t moment = look(CLOCK_REALTIME, HEDDLE_PC);
  *time = {moment / kSecond, moment % kSecond};
  return base;
}

// Their signals come when real time says so.
namespace {
void armed(const char* name) {
  if (!controlled()) return;
  doubt(Doubt::blocking_call, name);
  world.timer = true;
}
}  // namespace
HEDDLE_INTERPOSE unsigned alarm(unsigned seconds) noexcept {
  if (seconds != 0) armed("alarm");
  return HEDDLE_LIBC(alarm)(seconds);
}
HEDDLE_INTERPOSE int setitimer(__itimer_which_t which, const itimerval* time, itimerval* old) noexcept {
  armed("setitimer");
  return HEDDLE_LIBC(setitimer)(which, time, old);
}
HEDDLE_INTERPOSE int timer_settime(timer_t timer, int flags, const itimerspec* time,
                                   itimerspec* old) noexcept {
  armed("timer_settime");
  return HEDDLE_LIBC(timer_settime)(timer, flags, time, old);
}

HEDDLE_INTERPOSE int nanosleep(const timespec* time, timespec* left) {
  if (!controlled()) return HEDDLE_LIBC(nanosleep)(time, left);
  note_time(*time);
  return 0;
}
HEDDLE_INTERPOSE int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (!controlled()) return HEDDLE_LIBC(clock_nanosleep)(clock, flags, time, left);
  begins_to_wait(*world.current);
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
