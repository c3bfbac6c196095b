// SPDX-License-Identifier: Apache-2.0
// Loops that wait. `while (!flag.load());` has infinitely many executions that differ in nothing but the number
// of rounds. A thread that comes back to the same operation in the same state, and whose round left
// everything as it had found it, will do the same again as long as it finds the same. So it is not run on until
// somebody changed what it looks at; if nobody can, that is a livelock.
//
// The state is that of registers and stack: a round that leaves anything else in memory than was there, or does
// anything to other threads that it does not undo, is none of these, nor is one that calls what may do so unseen
// (calls.cpp). Plain memory that the round reads needs no watching: whoever writes it without a race does so between
// operations on what the round looks at.
//
// What a round looks at:
//  - An atomic or a lock that it only reads, with the same result in the whole round: it waits for another
//    value. That it had another one in between makes no difference; the round would not have seen it.
//  - One that it changes and changes back (it takes a lock, looks, and gives it back). It waits until another
//    thread touched that in any way: also one that only reads could have seen it changed, and may wait to see it
//    so once more. (Readers of a lock do not notice each other.) Each touch leaves a *stamp*. A round that was
//    for nothing takes its stamps back, or two such threads would keep each other awake. If nobody can go on, but
//    somebody waits for what such a round changes for a while, it is no livelock: the round is run again.
//
// All of this depends on nothing but the thread's own past, as far as it is ordered: equivalent executions agree.
//
// A round of one operation is itself taken back: no search need tell an execution with it from one without it
// (explore/dpor.h). What it ordered is taken back too: the execution without it has fewer orders, and so all races of
// the one with it. To know from the first round on what a round left, the state has to be taken before it. That takes
// time, so it is done only where a loop was seen to wait before; the search then starts again (Shared::waits).
//
// A round of several operations that changed nothing (two looks in vain; the test and test-and-set of a lock that somebody
// else took in between; a load and a compare-exchange that came too late) left its thread where it was, and everything
// else too: an exchange that writes what is there already changes nothing.
// So the execution goes on as one without that round, in which the thread comes to it later; and that one orders less, so
// it has all races. A search that runs the other execution anyway need not see this one to its end: the thread gives up,
// which is a step of its own past alone. The program in which threads give up so is one like any other, so what holds of
// the search holds of it: all its executions in which nobody gave up are run, and these are the ones without such rounds.
// They end: a round that nobody disturbs waits, or gets what it came for. What the others do meanwhile is a part of an
// execution of the program itself, so a failure there is one; that nobody can go on is one only where everybody who gave up
// would find the same again. (As with assume: Kokologiannakis,
// Ren, Vafeiadis, Dynamic partial order reductions for spinloops, FMCAD 2021.)
//
// In a graph (explore/graph_search.h) a round that takes locks and gives them back, and had none of them when it began, is left
// out too, whatever others did in between: the execution without it has the critical sections of the others in the same
// order. Nobody saw it, if it wrote nothing, not even for a while, and nobody tries for a lock instead of waiting for it; where
// somebody does, the search begins again without this (note_lock_try). (Of its own stack it is not known what it wrote, but
// that it is as it was: others, who may know of it, saw nothing else if the round is one critical section.) So a thread gives up after such a round as above,
// and the execution counts only if nobody else has taken those locks since, but for those who gave up in the same way: then
// nobody can end the wait.
//
// Time. A round that looks at the clock ends when its deadline comes, which is at any time: it goes on as if it
// had waited in vain, a little longer each time. Moments on the stack count relative to the thread's own time,
// so a round that sets itself a new deadline each time is in the same state although time passed.

#include "runtime/control/loops.h"

#include <cstring>

#include "base/hash.h"
#include "runtime/control/bounds.h"
#include "runtime/control/heap.h"
#include "runtime/control/modules.h"
#include "runtime/control/rounds.h"
#include "runtime/control/switch.h"
#include "runtime/control/turns.h"
#include "runtime/control/waypoints.h"

extern "C" {
__attribute__((used))
std::uint64_t heddle_registers[8];  // of the caller of the hook that runs, kept by the stubs (stub.h)
}

namespace heddle::control {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kNear = std::int64_t{1} << 45;  // nanoseconds: some hours

class Hash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15U;
    value_ ^= value_ >> 29;
  }
  std::uint64_t value() const { return value_ | 1; }

 private:
  std::uint64_t value_ = 1;
};

// A word that is a moment, in nanoseconds or seconds, counts relative to now. (Whole seconds pass: what is below
// stays the same.)
std::uint64_t relative(std::uint64_t word, const std::int64_t* now) {
  for (int clock = 0; clock < 2; ++clock) {
    const std::int64_t ahead = static_cast<std::int64_t>(word) - now[clock];
    if (ahead > -kNear && ahead < kNear) return static_cast<std::uint64_t>(ahead);
    const std::int64_t seconds = static_cast<std::int64_t>(word) - now[clock] / kSecond;
    if (seconds > -kNear / kSecond && seconds < kNear / kSecond) return static_cast<std::uint64_t>(seconds);
  }
  return word;
}

// `seen`: how a word counts.
template <class Seen>
std::uint64_t hash_of(const Controlled& self, const std::uint64_t* registers, Seen seen) {
  Hash lanes[4];  // each waits for its own last word only
  for (std::size_t i = 0; i < 7; ++i) lanes[i % 4].add(seen(registers[i]));
  const auto* at = reinterpret_cast<const std::uint64_t*>(registers[6] + 8);
  const auto* end = static_cast<const std::uint64_t*>(self.stack_top);
  for (; at + 4 <= end; at += 4)
    for (std::size_t i = 0; i < 4; ++i) lanes[i].add(seen(at[i]));
  for (std::size_t i = 0; at + i < end; ++i) lanes[i].add(seen(at[i]));
  for (std::size_t i = 1; i < 4; ++i) lanes[0].add(lanes[i].value());
  return lanes[0].value();
}

std::uint64_t state_of(const Controlled& self, const std::uint64_t* registers) {
  // Another thread ran since the registers were kept: no state is like this one.
  const std::uint64_t deepest = self.stack_bytes;
  const auto top = reinterpret_cast<std::uintptr_t>(self.stack_top);
  if (registers[6] >= top || registers[6] + deepest < top) return 0;
  const std::int64_t now[2] = {world.shared->started[0] + self.clock.time,
                               world.shared->started[1] + self.clock.time};
  Hash hash;
  hash.add(self.clock.time == 0
               ? hash_of(self, registers, [](std::uint64_t word) { return word; })
               : hash_of(self, registers, [&](std::uint64_t word) { return relative(word, now); }));
  hash.add(floating_point_modes() & ~kFloatingPointFlags);
  if (self.keys_used) hash.add(self.keys_state);
  return hash.value();
}

// What the thread awaits. Stamps that nobody saw are taken back.
void note_awaited(Controlled& self, const Round& round) {
  self.awaited_count = static_cast<std::uint8_t>(round.count);
  for (std::size_t i = 0; i < round.count; ++i) {
    const Looked& looked = round.objects[i];
    Object& object = *looked.object;
    keep_object(object);
    std::uint64_t stamp = looked.last->stamp_left;
    if (looked.is_untouched && object.stamp == stamp) stamp = object.stamp = looked.first->stamp_found;
    const auto* half = reinterpret_cast<const std::uint32_t*>(&object.stamp) + (looked.alone ? 0 : 1);
    if (looked.writes)
      self.awaited[i] = {&object, half, 4, part(stamp, looked.alone)};
    else
      self.awaited[i] = {&object, looked.last->memory, looked.last->size, looked.last->left};
  }
}

void await(const Controlled& self, Operation& operation, const Round& round) {
  operation.count = operation.awaited = self.awaited_count;
  for (std::size_t i = 0; i < round.count; ++i) {
    const Looked& looked = round.objects[i];
    operation.seen[i] = self.awaited[i].seen;
    const bool alone = looked.writes && looked.alone;  // it waits for others' reads too
    if (i > 0) operation.accesses[i] = {looked.object->number, alone};
    if (!looked.writes) continue;
    operation.accesses[i].write = alone;
    operation.stamped |= static_cast<std::uint8_t>(1U << i);
    if (i == 0) operation.writes = Writes::always;
  }
}

// In a round that looked at the clock, while no time passed: how long it is to wait in vain now. True: it need
// not wait for anything else.
bool hurry(Controlled& self, std::uint64_t place) {
  constexpr std::int64_t kStep = 16, kMost = std::int64_t{1} << 60;
  if (self.hurry_pc != place) {
    self.hurry_pc = place;
    self.hurry = kSecond;
    self.hurry_early = self.timeouts > 0;
    if (self.hurry_early) --self.timeouts;
  } else if (self.hurry >= kMost) {
    return false;  // it is not that it waits for
  } else {
    self.hurry *= kStep;
  }
  self.hurries = true;
  return self.hurry_early;
}

void note_wait(std::uint64_t place) {
  Shared& shared = *world.shared;
  const auto is_noted = [&] {
    for (std::uint32_t i = 0; i < shared.waits_count; ++i)
      if (shared.waits[i] == place) return true;
    return false;
  };
  if (is_noted() || shared.waits_count == Shared::kWaits) return;
  const SharedLock lock;
  if (!is_noted() && shared.waits_count < Shared::kWaits) shared.waits[shared.waits_count++] = place;
}

void copy_clock(Clock*& to, const Clock& from) {
  if (to == nullptr) to = static_cast<Clock*>(map_apart(sizeof(Clock)));
  keep_clock(*to);
  std::memcpy(to->at, from.at, sizeof from.at[0] * world.threads);
}

// Plain memory, since the visit; its own stack apart.
bool has_written(const Controlled& self, std::uint32_t visit) {
  for (std::uint32_t i = 0; i < self.written_count; ++i)
    if (self.written[i].visits > visit) return true;
  return false;
}

// The round that this visit is, if it is the last operation of all.
void take_back_round(Controlled& self, const Visit& visit) {
  BeforeRound& before = self.before_round;
  if (before.step == 0 || visit.step != before.step || world.steps != before.step || visit.memory == nullptr)
    return;
  const auto put_back = [](Clock& clock, const Clock& from) {
    keep_clock(clock);
    std::memcpy(clock.at, from.at, sizeof from.at[0] * world.threads);
  };
  Object& object = *visit.object;
  keep_object(object);
  if (visit.wrote) {
    object.published_any = before.published_any;
    if (before.published_any) put_back(*object.published, *self.round_clocks.published);
  }
  const std::uint32_t own = self.clock.at[self.number];
  put_back(self.clock, *self.round_clocks.clock);
  self.clock.at[self.number] = own;
  self.has_acquire_fence = before.has_acquire_fence;
  if (before.has_acquire_fence) put_back(self.acquire_fence, *self.round_clocks.acquire_fence);
  before.step = 0;
  world.scheduler->taken_back();
}

}  // namespace

void keep_before_round(Controlled& self, const Object& object) {
  BeforeRound& before = self.before_round;
  before.step = world.steps;
  RoundClocks& then = self.round_clocks;
  copy_clock(then.clock, self.clock);
  before.has_acquire_fence = self.has_acquire_fence;
  if (self.has_acquire_fence) copy_clock(then.acquire_fence, self.acquire_fence);
  before.published_any = object.published_any;
  if (object.published_any) copy_clock(then.published, *object.published);
}

void make_waits_visible(Shared& shared) {
  shared.waits_visible = shared.waits_count;
  shared.waits_mask = 0;
  for (std::uint32_t i = 0; i < shared.waits_visible; ++i)
    shared.waits_mask |= std::uint64_t{1} << (shared.waits[i] & 63);
}

std::uint64_t content(const Object& object) {
  const sync::State& state = object.state;
  return base::mix(state.owner + (std::uint64_t{state.readers} << 32)) ^ state.count;
}

namespace {
// Of two things the later one to be seen says that both were, also where two processes see one each at the same time.
void note_both(bool& this_one, const bool& other, bool& both) {
  if (!__atomic_load_n(&this_one, __ATOMIC_RELAXED)) __atomic_store_n(&this_one, true, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&other, __ATOMIC_SEQ_CST)) both = true;
}
}  // namespace
void note_lock_round(Shared& shared) { note_both(shared.lock_rounds, shared.lock_tries, shared.tries_seen); }
void note_lock_try(Shared& shared) { note_both(shared.lock_tries, shared.lock_rounds, shared.tries_seen); }

std::uint8_t changes(const Controlled& thread) {
  std::uint8_t result = 0;
  for (std::size_t i = 0; i < thread.awaited_count; ++i) {
    const Awaited& awaited = thread.awaited[i];
    std::uint64_t now = 0;
    if (awaited.memory != nullptr)
      std::memcpy(&now, const_cast<const void*>(awaited.memory), awaited.size);
    else
      now = content(*awaited.object);
    if (now != awaited.seen) result |= static_cast<std::uint8_t>(1U << i);
  }
  return result;
}

bool is_awaited(const Controlled& thread) {
  const Operation& operation = world.views[thread.number].next;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& other = *world.all[number];
    if (&other == &thread || other.state != Controlled::State::stopped) continue;
    for (std::size_t i = 0; i < operation.awaited; ++i) {
      if ((operation.stamped >> i & 1) == 0) continue;
      for (const Access& access : world.views[number].next.touched())
        if (access.object == operation.accesses[i].object) return true;
    }
  }
  return false;
}

std::uint64_t look_for_loop(Controlled& self, Operation& operation, Object& object, const void* pc,
                            bool reads) {
  note_calls(self);
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  const Visit* seen = self.visits + self.visits_count;
  while (seen != self.visits && seen[-1].pc != place) --seen;
  auto at = static_cast<std::uint32_t>(seen - self.visits);
  if (at-- == 0) {
    if (self.hurry_pc == place) self.hurry_pc = 0;
    return is_wait(pc) ? state_of(self, heddle_registers) : 0;
  }
  // What it has written and not written back, it hardly will: most loops are none of these, and to know the state
  // takes longer than all the rest.
  if (!self.failed.exists && !is_written_back(self, at)) {
    if (self.hurry_pc == place) self.hurry_pc = 0;
    forget_visits(self);
    return is_wait(pc) ? state_of(self, heddle_registers) : 0;
  }
  if (world.memory == nullptr && !self.failed.exists && self.visits[at].memory != nullptr && !is_wait(pc) &&
      leaves_changes(self, at))
    return 0;
  const std::uint64_t state = state_of(self, heddle_registers);
  if (state == 0) return state;
  // One place may be several operations of a round, as all loads by a function that was not inlined are.
  const std::uint32_t last = at;
  const auto is_this = [&](const Visit& visit) {
    return visit.pc == place && visit.object == &object && visit.state == state;
  };
  while (!is_this(self.visits[at]))
    if (at-- == 0) return state;
  const Visit& before = self.visits[at];
  Round round;
  if (!collect(self, at, round)) {
    doubt(Doubt::wide_spin);
    return state;
  }
  // A store is no place to wait at: what it stores, others may wait for.
  const bool is_back = (!self.failed.exists && at == last) || is_written_back(self, at);
  if ((round.reads && !reads) || round.baseless || !is_back) return state;
  self.round_visits = self.visits_count - at;
  const bool leaves_out = world.memory != nullptr || world.scheduler->leaves_out_rounds();
  const bool is_left_out = leaves_out && self.looks == before.looks && changes_nothing(self, at);
  if (!is_idle(round)) {
    if (!is_left_out) return state;
    note_wait(place);
    if (world.memory != nullptr)
      operation.awaited = 1;
    else
      self.gave_up = true;
    return state;
  }
  if (world.memory != nullptr && takes_locks(round)) {
    const bool may_be_seen = has_written(self, at) || !takes_all_first(self, at);
    if (may_be_seen || world.shared->tries_visible) return state;
    note_lock_round(*world.shared);
  }
  note_awaited(self, round);
  const bool is_timed = self.looks != before.looks && self.clock.time == before.time;
  if (!is_timed || !hurry(self, place)) await(self, operation, round);
  if (is_timed) return state;
  note_wait(place);
  if (world.memory != nullptr) return state;
  if (self.round_visits == 1 && before.memory != nullptr)
    take_back_round(self, before);
  else
    self.gave_up = is_left_out;
  return state;
}

// Word by word: the caller has just stored it so, and loads of two words at once would wait for both.
__attribute__((optimize("no-tree-slp-vectorize"))) void push_visit(Controlled& self, const Visit& visit) {
  if (visit.size > 8) {
    effect();
    return;
  }
  new_visit(self) = visit;
}

void forget_visits(Controlled& self) {
  constexpr int kRenewals = 16;
  if (self.has_got_it && self.renewals < kRenewals) {  // it got a lock that it had tried for, and went on
    self.tries = static_cast<int>(world.settings.tries);
    ++self.renewals;
  }
  self.has_got_it = false;
  if (self.failed.exists || self.failed.next != 0) goes_another_way(self);
  self.visits_count = self.written_count = 0;
}

void note_write(Controlled& self, std::uint64_t address, std::uint64_t size) {
  const bool stays = in_heap(address) || is_global(address) || is_on_stack(address);
  if (size > 8 || self.written_count == Controlled::kWritten || !stays) {
    forget_visits(self);
    return;
  }
  Written& written = self.written[self.written_count];
  if (self.written_count++ < self.written_kept) will_change(written);
  written = {address, 0, self.visits_count, static_cast<std::uint8_t>(size)};
  std::memcpy(&written.before, reinterpret_cast<const void*>(address), size);
}

void keep_registers(Controlled& self) {
  std::memcpy(self.registers, heddle_registers, sizeof self.registers);
}
std::uint64_t kept_state(const Controlled& self) { return state_of(self, self.registers); }

bool is_undone(const Controlled& self, std::uint32_t visit) {
  Round round;
  if (!collect(self, visit, round) || !is_written_back(self, visit)) return false;
  for (std::size_t i = 0; i < round.count; ++i) {
    const Looked& looked = round.objects[i];
    if (looked.writes && (!looked.is_same || !is_restored(*looked.first, *looked.last))) return false;
  }
  return true;
}

namespace {
// Since the visit: of locks it has what it had, of atomics each is as it was.
bool is_given_back(const Controlled& self, std::uint32_t from) {
  const std::uint64_t owned = base::mix(std::uint64_t{self.number});
  for (std::uint32_t i = from; i < self.visits_count; ++i) {
    const Object* object = self.visits[i].object;
    int taken = 0;
    for (std::uint32_t j = from; j < self.visits_count; ++j) {
      const Visit& visit = self.visits[j];
      if (visit.object != object || visit.found == visit.left) continue;
      if (visit.memory != nullptr || object->kind == sync::Object::semaphore) return false;
      const bool takes = visit.left == owned || (visit.found != owned && visit.left != 0);  // or as a reader
      taken += takes ? 1 : -1;
    }
    if (taken != 0) return false;
  }
  return true;
}
}  // namespace

bool has_come_back(const Controlled& self, const Object& object, const void* pc, std::uint64_t state) {
  if (state == 0) return false;
  for (std::uint32_t i = self.visits_count; i-- > 0;) {
    const Visit& visit = self.visits[i];
    if (visit.pc == reinterpret_cast<std::uintptr_t>(pc) && visit.object == &object && visit.state == state &&
        is_written_back(self, i) && is_given_back(self, i))
      return true;
  }
  return false;
}

bool has_met_others(const Controlled& self, std::uint32_t visit) {
  for (std::uint32_t i = visit + 1; i < self.visits_count; ++i) {
    std::uint32_t before = i;
    while (before > 0 && self.visits[before - 1].object != self.visits[i].object) --before;
    // Under a weak memory model it may see now what was done long ago.
    if (before == 0 ||
        part(self.visits[before - 1].stamp_left, false) != part(self.visits[i].stamp_found, false) ||
        !is_restored(self.visits[i], self.visits[before - 1]))
      return true;
  }
  return false;
}

void await_again(Controlled& self, std::uint32_t visit) {
  Round round;
  if (collect(self, visit, round)) note_awaited(self, round);
}

void renew_stamps(Controlled& self, const Object& object) {
  for (std::size_t i = 0; i < self.awaited_count; ++i) {
    Awaited& awaited = self.awaited[i];
    if (awaited.object != &object || awaited.size != 4 || awaited.memory == nullptr) continue;
    const auto* half = reinterpret_cast<const std::uint32_t*>(&object.stamp);
    if (awaited.memory == half || awaited.memory == half + 1)
      awaited.seen = *static_cast<const volatile std::uint32_t*>(awaited.memory);
  }
}

}  // namespace heddle::control
