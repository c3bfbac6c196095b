// SPDX-License-Identifier: Apache-2.0
// Two executions that a search runs one after the other mostly begin alike, and differ in their last steps. To run what
// they have in common once more costs as much as running it. So an execution leaves *waypoints* before choices, and the next one
// goes on from the last waypoint that it comes by.
//
// To go back is to undo, in reverse order, all that was changed since. Everything that a step changes is kept in one log
// before it changes:
//  - Memory of the program, by the hook that tells of the write; what it wrote to globals is taken back after each execution
//    anyway (put_back.cpp). A thread's own stack is not told of: the part in use is kept as a whole, with what control knows
//    of the thread, when it gets a turn for the first time after a mark. Registers are on the stack of whoever has stopped.
//  - What control knows of objects (at the first use after a waypoint), of accesses, locks, the heap: by whoever changes it.
//  - Pieces of memory that are known to change where nobody sees it: as they are at each mark.
//
// What is sound. A hook keeps what it changes, and says so by asking controlled_kept(). One that asks controlled() does not, nor
// does a function of a library that the program calls (calls.cpp): then nobody goes back beyond that moment, or beyond any
// stop of a thread inside of such a call. A program that can come into a library without a call that is led (virtual
// functions of its classes, functions by their addresses) has no waypoints at all. A write that nobody sees is noticed as ever,
// by a comparison of all memory with what it was.
//
// A search that stands in the midst of the execution has to know what it knew there: schedule::Scheduler.
//
// Time: for each turn after a waypoint, what is kept of its thread, some hundred bytes; to go back as much. Waypoints are the
// further apart the longer the execution is: so what is repeated stays a small part of it.
#include "runtime/control/waypoints.h"

#include "runtime/control/calls.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/put_back.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"

extern "C" {
std::uint64_t heddle_called_unkept;
}

namespace heddle::control {

bool keeping = false;
std::uint64_t waypoint_number = 0;
bool calls_are_seen = false;
Kept keepsake;

namespace {

struct Waypoint {
  std::uint64_t steps;
  std::uint64_t kept;
  std::uint64_t at;      // World::steps
  std::uint64_t number;  // waypoint_number
};
std::uint64_t made = 0, gone_back = 0;
constexpr std::size_t kWaypoints = 4096;
Waypoint waypoints[kWaypoints];
std::size_t waypoints_count = 0;
std::uint64_t numbers = 0;

constexpr std::uint64_t kWord = sizeof(std::uint64_t);
using Word = std::uint64_t __attribute__((aligned(1), may_alias));
using Words = std::uint64_t __attribute__((vector_size(16), aligned(1), may_alias));

// Our own loops: the program's memcpy is ours too.
__attribute__((optimize("no-tree-loop-vectorize"))) inline void copy(char* to, const char* from,
                                                                     std::uint64_t size) {
  std::uint64_t at = 0;
  for (; at + 4 * sizeof(Words) <= size; at += 4 * sizeof(Words)) {
    const Words first = *reinterpret_cast<const Words*>(from + at);
    const Words second = *reinterpret_cast<const Words*>(from + at + 16);
    const Words third = *reinterpret_cast<const Words*>(from + at + 32);
    const Words fourth = *reinterpret_cast<const Words*>(from + at + 48);
    *reinterpret_cast<Words*>(to + at) = first;
    *reinterpret_cast<Words*>(to + at + 16) = second;
    *reinterpret_cast<Words*>(to + at + 32) = third;
    *reinterpret_cast<Words*>(to + at + 48) = fourth;
  }
  for (; at + kWord <= size; at += kWord)
    *reinterpret_cast<Word*>(to + at) = *reinterpret_cast<const Word*>(from + at);
  for (; at < size; ++at) {
    to[at] = from[at];
    asm volatile("");
  }
}

// How the log ends: whose bytes they are, and how many. Of a thread there are several pieces.
constexpr std::uint64_t kThread = std::uint64_t{1} << 63;

struct Pieces {
  char* at;
  template <bool kTakesBack>
  void pass(void* thing, std::uint64_t size) {
    if constexpr (kTakesBack)
      copy(static_cast<char*>(thing), at, size);
    else
      copy(at, static_cast<const char*>(thing), size);
    at += (size + kWord - 1) / kWord * kWord;
  }
};
bool has_run(const Controlled& thread) {
  return thread.state != Controlled::State::fresh && thread.state != Controlled::State::absent &&
         thread.state != Controlled::State::ended;
}
std::uint64_t stack_size(const Controlled& thread) {
  return reinterpret_cast<std::uintptr_t>(thread.fresh_top) -
         reinterpret_cast<std::uintptr_t>(thread.stack_pointer);
}
// In both directions the thread's own numbers say how much there is.
template <bool kTakesBack>
char* pass_thread(Controlled& thread, char* at, std::uint64_t entries) {
  Pieces pieces{at};
  pieces.pass<kTakesBack>(static_cast<Passing*>(&thread), sizeof(Passing));
  pieces.pass<kTakesBack>(&thread.clock, offsetof(Clock, at) + entries * sizeof thread.clock.at[0]);
  pieces.pass<kTakesBack>(&world.views[thread.number], sizeof(ThreadView));
  if (thread.awaited_count != 0) [[unlikely]]
    pieces.pass<kTakesBack>(thread.awaited, sizeof thread.awaited);
  if (!has_run(thread)) return pieces.at;
  pieces.pass<kTakesBack>(thread.frames, (thread.depth + 1) * sizeof *thread.frames);
  pieces.pass<kTakesBack>(thread.bases, (thread.depth + 1) * sizeof *thread.bases);
  pieces.pass<kTakesBack>(thread.stack_pointer, stack_size(thread));
  return pieces.at;
}

// Of a thread only what was kept first after that waypoint is needed; nothing of any, if all begins anew.
void take_back_to(std::uint64_t where, std::uint64_t number) {
  while (keepsake.used > where) {
    const char* end = keepsake.memory + keepsake.used;
    const std::uint64_t size = *reinterpret_cast<const Word*>(end - kWord);
    const std::uint64_t address = *reinterpret_cast<const Word*>(end - 2 * kWord);
    if ((size & kThread) != 0) {
      const std::uint64_t entries = *reinterpret_cast<const Word*>(end - 3 * kWord);
      keepsake.used -= size & ~kThread;
      const char* begin = keepsake.memory + keepsake.used;
      if (*reinterpret_cast<const Word*>(begin + offsetof(Passing, kept_for)) >= number) continue;
      pass_thread<true>(*reinterpret_cast<Controlled*>(address), keepsake.memory + keepsake.used, entries);
    } else {
      keepsake.used -= (size + kWord - 1) / kWord * kWord + 2 * kWord;
      copy(reinterpret_cast<char*>(address), keepsake.memory + keepsake.used, size);
    }
  }
}

// What changes at any time, and is small.
void open_waypoint() {
  waypoint_number = ++numbers;
  keep(static_cast<Going*>(&world), sizeof(Going));
  keep_known_pieces();
}

// The log is there, and has room for so much.
bool has_room(std::uint64_t size) {
  if (keepsake.memory == nullptr) [[unlikely]]
    keepsake.memory = static_cast<char*>(map_apart(Kept::kRoom));
  if (keepsake.used + size <= Kept::kRoom) [[likely]]
    return true;
  forget_waypoints();
  doubt(Doubt::stubborn_state);
  return false;
}

}  // namespace

void keep(const volatile void* address, std::uint64_t size) {
  const std::uint64_t room = (size + kWord - 1) / kWord * kWord;
  if (!has_room(room + 2 * kWord)) return;
  char* to = keepsake.memory + keepsake.used;
  copy(to, static_cast<const char*>(const_cast<const void*>(address)), size);
  *reinterpret_cast<Word*>(to + room) = reinterpret_cast<std::uintptr_t>(address);
  *reinterpret_cast<Word*>(to + room + kWord) = size;
  keepsake.used += room + 2 * kWord;
}

void take_back_all() {
  forget_waypoints();
  // What was noted while nothing was kept stays, and is not to be taken for new.
  const std::uint64_t shape = world.tables.shape;
  take_back_to(0, 0);
  if (world.tables.shape < shape) world.tables.shape = shape;
}

void keep_object_now(Object& object) {
  keep(&object, offsetof(Object, published));
  object.kept_for = waypoint_number;
  object.kept = 0;  // the atomic's own bytes are to be kept again
}

void keep_clock_now(const Clock& clock) {
  const std::uint64_t entries = (world.shared->paths_count + 3) / 4 * 4;
  keep(&clock, offsetof(Clock, at) + entries * sizeof clock.at[0]);
}

void keep_thread_now(Controlled& thread) {
  constexpr std::uint64_t kMostStack = 16384;
  if ((has_run(thread) && stack_size(thread) > kMostStack) || thread.depth >= Controlled::kFrames) {
    forget_waypoints();
    return;
  }
  const std::uint64_t entries = (world.shared->paths_count + 3) / 4 * 4;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 22;  // more than all of its pieces are
  if (!has_room(kMost)) return;
  char* begin = keepsake.memory + keepsake.used;
  char* end = pass_thread<false>(thread, begin, entries);
  *reinterpret_cast<Word*>(end) = entries;
  *reinterpret_cast<Word*>(end + kWord) = reinterpret_cast<std::uintptr_t>(&thread);
  const auto size = static_cast<std::uint64_t>(end - begin) + 3 * kWord;
  *reinterpret_cast<Word*>(end + 2 * kWord) = size | kThread;
  keepsake.used += size;
  thread.kept_for = waypoint_number;
  if (thread.visits_kept < thread.visits_count) thread.visits_kept = thread.visits_count;
  if (thread.written_kept < thread.written_count) thread.written_kept = thread.written_count;
}

void make_waypoint(std::uint64_t steps) {
  if (waypoints_count == kWaypoints) return;
  waypoints[waypoints_count++] = {steps, keepsake.used, world.steps, numbers + 1};
  ++made;
  keeping = true;
  open_waypoint();
}

bool go_back(std::uint64_t steps) {
  while (waypoints_count > 0 && waypoints[waypoints_count - 1].steps > steps) --waypoints_count;
  if (waypoints_count == 0) {
    forget_waypoints();
    return false;
  }
  ++gone_back;
  Waypoint& waypoint = waypoints[waypoints_count - 1];
  take_back_to(waypoint.kept, waypoint.number);
  waypoint.number = numbers + 1;
  heddle_called_unkept = 0;
  heddle_called_outside = 0;
  open_waypoint();
  return true;
}

std::uint64_t steps_at_waypoint() { return waypoints_count == 0 ? 0 : waypoints[waypoints_count - 1].steps; }

// The further the execution has come, the further waypoints are apart.
bool is_waypoint_due() {
  constexpr std::uint64_t kApart = 4;
  return waypoints_count == 0 || world.steps >= waypoints[waypoints_count - 1].at + kApart + world.steps / 32;
}

bool do_waypoints_pay() {
  constexpr std::uint64_t kTrial = 4096, kFew = 64;
  return made < kTrial || gone_back * kFew > made;
}

void forget_waypoints() {
  waypoints_count = 0;
  keeping = false;
}

bool may_go_back() {
  if (heddle_called_unkept != 0) forget_waypoints();
  heddle_called_unkept = 0;
  return waypoints_count > 0;
}

void note_unkept(Controlled& self) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (self.unkept_from < heddle_called_unkept) self.unkept_from = heddle_called_unkept;
  heddle_called_unkept = 0;
  if (self.unkept_from == 0) return;
  forget_waypoints();
  if (here >= self.unkept_from) self.unkept_from = 0;
}

void comes_back_to_unkept(const Controlled& self) { heddle_called_unkept = self.unkept_from; }

}  // namespace heddle::control
