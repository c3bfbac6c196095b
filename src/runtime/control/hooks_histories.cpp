// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "heddle/linearizable/engine.h"
#include "runtime/control/histories.h"
#include "runtime/control/locks.h"
#include "runtime/control/shared.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// An operation has four accesses: its own object, its thread's, and those of two other threads.
constexpr unsigned kGlued = 3;
constexpr unsigned kCallers = 64;
char thread_objects[kCallers];
char all_calls;

constexpr unsigned kKinds = 32;  // of calls: bits of Shared::short_calls
std::uint64_t moments = 0;       // beginnings and ends so far
std::uint64_t ended[kCallers];   // of each thread: calls, under a memory model
struct Stop {                    // threads that stop for ever
  std::uint64_t before = 0;      // which operation; 0: none does
  std::uint64_t counted = 0;
  bool reached() const { return before != 0 && counted >= before; }
};
Stop stops[kCallers];           // each thread by itself
Stop stop_others;               // all but one, by what all have performed
unsigned goes_on_alone = 0;     // that one
Controlled* resumed = nullptr;  // who told them to go on; nullptr: nobody did
enum class Came : std::uint8_t { to_none, to_one, to_last };
Came came_to_stop = Came::to_none;
bool has_noted =
    false;  // `ended` or `stops`, in this execution: hundreds of thousands a second have nothing to forget there

// Will somebody stop later than that?
bool is_last(const Stop& stop) {
  for (const Stop& each : stops)
    if (each.before > stop.before) return false;
  return true;
}

bool stops_before(Stop& stop) { return stop.before != 0 && !stop.reached() && ++stop.counted == stop.before; }

// An operation in a call is about to be announced. Whoever comes to its stop when the others have ended goes on at once,
// but after them: what it does from there on is never seen by them, whether it came early or late.
void count_for_stop(Controlled& self) {
  if (self.call_self >= kCallers) return;
  if (resumed == nullptr && stops_before(stop_others)) came_to_stop = Came::to_last;
  Stop& own = stops[self.call_self];
  if (!stops_before(own)) return;
  came_to_stop = std::max(came_to_stop, is_last(own) ? Came::to_last : Came::to_one);
  if (resumed != nullptr) order(*resumed, self);
}

void forget_stops() {
  stop_others = {};
  resumed = nullptr;
  came_to_stop = Came::to_none;
}

bool outside = false;

void go_outside() {
  world.active = false;
  outside = true;
}

int (*judge)(void*) = nullptr;
void* judge_argument = nullptr;

bool add(Operation& operation, const char* object, bool write) {
  if (operation.count == Operation::kAccesses) return false;
  operation.accesses[operation.count++] = {object_at(object, Role::annotation).number, write};
  return true;
}

// A visible operation that stands for a beginning or an end.
void step(bool is_glued) {
  Operation operation;
  if (!is_glued) add(operation, &all_calls, true);
  reach(operation, nullptr, Action::mark, 0, nullptr);
  effect();
  performed(operation);
}

// A flag that the thread sets when a call returns, or another looks at when one begins, as a client of the object might.
std::uint64_t touch_flag(unsigned thread, bool sets, std::uint64_t value) {
  Controlled& self = *world.current;
  Object& object = object_at(&thread_objects[thread], Role::annotation);
  AtomicRequest request;
  request.kind = sets ? AtomicRequest::Kind::store : AtomicRequest::Kind::load;
  request.order = sets ? MemoryOrder::release : MemoryOrder::acquire;
  request.location = object.number;
  request.value = value;
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, sets};
  world.memory->reaches(self.number, request);
  self.asks = true;
  reach(operation, nullptr, Action::mark, 0, nullptr);
  self.asks = false;
  const AtomicAnswer answer = world.memory->perform(self.number, request);
  if (sets) effect();
  performed(operation);
  refresh_clock(self);
  return answer.old;
}

void begin_weakly(heddle_call_times& times, unsigned self, unsigned threads) {
  if (times.ended == nullptr || threads > kCallers) {
    doubt(Doubt::beyond_model,
          "that a call happens before another thread's call, in a test of linearizability");
    return;
  }
  for (unsigned other = 0; other < threads; ++other)
    if (other != self) times.ended[other] = touch_flag(other, false, 0);
}

bool is_short(const Controlled& self) {
  const unsigned kind = self.call_times->kind;
  return kind > 0 && (world.shared->short_calls >> (kind - 1) & 1) != 0;
}

bool is_glued(const Controlled& self) { return self.call_threads > 0 && self.call_threads <= kGlued; }

}  // namespace

bool stands_still(const Controlled& thread) {
  if (resumed != nullptr || thread.call_threads == 0 || thread.call_self >= kCallers) return false;
  return stops[thread.call_self].reached() || (stop_others.reached() && thread.call_self != goes_on_alone);
}

void note_call(Controlled& self, Operation& operation, Action action) {
  count_for_stop(self);
  if (!is_glued(self) || world.memory != nullptr) return;
  const bool begins = !self.call_begun;
  self.call_told = action == Action::release || action == Action::release_shared || is_short(self);
  const unsigned needed = self.call_told + (begins ? self.call_threads - 1 : 0);
  if (operation.count + needed > Operation::kAccesses) {
    if (!begins) {
      self.call_told = false;
      return;
    }
    step(true);  // it touches too much: the beginning is an operation of its own
    note_call(self, operation, action);
    return;
  }
  if (self.call_told) add(operation, &thread_objects[self.call_self], true);
  for (unsigned other = 0; begins && other < self.call_threads; ++other)
    if (other != self.call_self) add(operation, &thread_objects[other], false);
  if (begins || self.call_told) operation.point = true;
}

bool may_stop() {
  if (stop_others.before != 0) return true;
  for (const Stop& each : stops)
    if (each.before != 0) return true;
  return false;
}

bool is_in_scenario() { return judge != nullptr; }

void call_performed(Controlled& self) {
  ++self.call_times->operations;
  if (self.call_begun) return;
  self.call_begun = true;
  self.call_times->begin = ++moments;
}

bool is_outside() { return outside; }

void come_back() {
  outside = false;
  world.active = true;
}

void call_starts_thread() {
  const Controlled& self = *world.current;
  if (self.call_threads > 0 && !self.call_begun) step(true);
}

void forget_calls() {
  moments = 0;
  outside = false;
  if (has_noted) {
    for (std::uint64_t& each : ended) each = 0;
    for (Stop& each : stops) each = {};
  }
  has_noted = false;
  judge = nullptr;
  world.history = world.scenario = nullptr;
  forget_stops();
}

Stuck ask_whether_stuck() {
  if (judge == nullptr) return Stuck::unknown;
  go_outside();
  const int answer = judge(judge_argument);
  come_back();
  return answer == 0 ? Stuck::as_it_should_be : Stuck::unknown;
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_EXPORT void heddle_runtime_call_begin(heddle_call_times* times, unsigned self, unsigned threads) {
  // Written before, it would be written beyond its end.
  if (times->version != HEDDLE_CALLS_VERSION) {
    if (!controlled()) return;
    cut(Doubt::other_headers);
  }
  times->begin = times->end = times->operations = 0;
  if (!controlled()) return;
  Controlled& thread = *world.current;
  const bool is_weak = world.memory != nullptr;
  if (is_weak && threads > 0) begin_weakly(*times, self, threads);
  if (threads > kGlued && !is_weak) step(false);
  if (times->is_short != 0 && times->kind > 0 && times->kind <= kKinds)
    world.shared->short_calls |= std::uint32_t{1} << (times->kind - 1);
  if (times->kind > kKinds) times->kind = 0;
  thread.call_times = times;
  thread.call_self = self;
  thread.call_threads = threads;
  thread.call_told = false;
  thread.call_begun = threads == 0 || threads > kGlued || is_weak;
  if (thread.call_begun) times->begin = ++moments;
}
HEDDLE_EXPORT void heddle_runtime_call_end(heddle_call_times* times) {
  if (!controlled()) return;
  Controlled& thread = *world.current;
  const unsigned threads = thread.call_threads;
  if (!thread.call_begun) step(true);  // it had no visible operation
  const bool is_told = is_glued(thread) && thread.call_told;
  thread.call_threads = 0;  // the end is not part of the call
  if (threads > 0 && world.memory != nullptr) {
    has_noted = true;
    if (threads <= kCallers) touch_flag(thread.call_self, true, ++ended[thread.call_self]);
  } else if (threads > 0 && !is_told) {
    Operation operation;
    add(operation, threads <= kGlued ? &thread_objects[thread.call_self] : &all_calls, true);
    reach(operation, nullptr, Action::mark, 0, nullptr);
    effect();
    performed(operation);
  }
  thread.call_times = nullptr;
  times->end = ++moments;
}
HEDDLE_EXPORT unsigned heddle_runtime_calls_version() { return HEDDLE_CALLS_VERSION; }
HEDDLE_EXPORT int heddle_runtime_is_weak() { return world.memory != nullptr; }
HEDDLE_EXPORT void heddle_runtime_outside(int begin) {
  if (world.current == nullptr) return;  // no execution
  ++*world.beats;
  begin != 0 ? go_outside() : come_back();
}
HEDDLE_EXPORT void heddle_runtime_wrong_history(const char* message, const char* json) {
  if (world.current == nullptr) return;
  come_back();
  world.history = std::strlen(json) < Failure::kHistory ? json : nullptr;
  fail(FailureKind::linearizability, message);
}
HEDDLE_EXPORT void heddle_runtime_when_stuck(int (*function)(void*), void* argument) {
  if (!controlled()) return;
  judge = function;
  judge_argument = argument;
}
HEDDLE_EXPORT void heddle_runtime_stop(unsigned thread, unsigned long operation, int all) {
  if (!controlled() || thread >= kCallers) return;
  has_noted = true;
  (all != 0 ? stop_others : stops[thread]) = {operation, 0};
  if (all != 0) goes_on_alone = thread;
}
HEDDLE_EXPORT int heddle_runtime_go_on() {
  if (world.active &&
      resumed == nullptr) {  // whoever stood still comes after all that the others did meanwhile
    for (Thread number = 0; number < world.threads; ++number)
      if (stands_still(*world.all[number])) order(*world.current, *world.all[number]);
    resumed = world.current;
  }
  return static_cast<int>(came_to_stop);
}
