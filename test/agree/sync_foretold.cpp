// SPDX-License-Identifier: Apache-2.0
#include "agree/sync_foretold.h"

#include <algorithm>
#include <cstddef>

namespace heddle::sync_script {
namespace {

using sync::Answer;
using sync::Call;
using sync::Form;
using sync::Object;
using sync::Ruling;
using sync::State;
using Stage = World::Stage;
using Worlds = std::vector<World>;

std::size_t at(int number) { return static_cast<std::size_t>(number); }

bool is_join(const World::Doing& doing, int whom) {
  return doing.stage == Stage::asking &&
         (doing.step.call == Call::thread_join || doing.step.call == Call::thread_timed_join) &&
         doing.step.target == whom;
}

// The object as thread `self` finds it. Who waits for what is known from the threads.
State object_for(const World& world, int slot, int self) {
  State state = world.objects[at(slot)];
  if (slot == condition || slot == barrier) return state;
  for (int t = 0; t < kThreads; ++t) {
    const World::Doing& doing = world.doing[at(t)];
    if (t == self) continue;
    const bool waits = (doing.stage == Stage::waiting || doing.stage == Stage::waking) &&
                       sync::row(doing.step.call).object == Object::condition &&
                       doing.step.target % 2 == slot;
    const bool asks = doing.stage == Stage::asking && sync_script::slot(doing.step) == slot;
    state.waiting += static_cast<std::uint32_t>(waits || asks);
    state.writers_waiting += static_cast<std::uint32_t>(
        asks && (doing.step.call == Call::rwlock_write || doing.step.call == Call::rwlock_timed_write));
  }
  return state;
}
State thread_for(const World& world, int thread, int self) {
  State state = world.threads[at(thread)];
  for (int t = 0; t < kThreads; ++t)
    if (t != self && is_join(world.doing[at(t)], thread)) state.joiner = static_cast<sync::Thread>(t);
  return state;
}

void put(World& world, int slot, const State& after) {
  State& state = world.objects[at(slot)];
  state = after;
  if (slot == condition || slot == barrier) return;
  state.waiting = state.writers_waiting = 0;  // they are counted anew each time
}

void finish(World& world, int thread, int value, int out = 0) {
  World::Doing& doing = world.doing[at(thread)];
  doing.stage = Stage::idle;
  world.seen.results[at(thread)] = {true, doing.step.c11 ? sync::as_c11(value) : value, out};
}

// A thread ends, and with it the owner of what it holds.
void end_thread(World& world, int thread) {
  const auto number = static_cast<sync::Thread>(thread);
  constexpr Call kOwnerEnds[] = {Call::mutex_owner_ends, Call::mutex_owner_ends, Call::rwlock_owner_ends,
                                 Call::spin_owner_ends};
  for (int s = mutex_a; s <= spin; ++s)
    if (world.objects[at(s)].owner == number || (s == rwlock && world.doing[at(thread)].shared > 0))
      put(world, s, sync::rule(kOwnerEnds[s], world.objects[at(s)], {.thread = number}).answers[0].after);
  world.threads[at(thread)] =
      sync::rule(Call::thread_exit, world.threads[at(thread)], {.thread = number}).answers[0].after;
  world.doing[at(thread)].stage = Stage::ended;
  world.seen.ended[at(thread)] = true;
}

// The answer to what the thread asks for, in every way it can be meant.
Worlds answered(World world, int self, const Answer& answer) {
  World::Doing& doing = world.doing[at(self)];
  const Step step = doing.step;
  const int where = slot(step);
  if (where < 0) {
    world.threads[at(step.target)] = answer.after;
    world.threads[at(step.target)].joiner = sync::kNobody;
    finish(world, self, answer.value, answer.event ? exit_value(step.target) : 0);
    return {world};
  }
  put(world, where, answer.after);
  if (where == rwlock && answer.value == 0) {
    const bool reads = step.call == Call::rwlock_read || step.call == Call::rwlock_try_read ||
                       step.call == Call::rwlock_timed_read;
    if (reads) ++doing.shared;
    if (step.call == Call::rwlock_unlock && doing.shared > 0) --doing.shared;
  }
  if (answer.then == Call::condition_wake) {
    const int mutex = step.target % 2;
    put(world, mutex,
        sync::rule(Call::mutex_unlock, world.objects[at(mutex)], {.thread = static_cast<sync::Thread>(self)})
            .answers[0]
            .after);
    doing.stage = Stage::waiting;
    return {world};
  }
  if (answer.then == Call::barrier_leave) {
    doing.stage = Stage::waiting;
    if (answer.wakes != sync::Wakes::all) return {world};
    for (World::Doing& other : world.doing)
      if (other.stage == Stage::waiting && other.step.call == Call::barrier_wait)
        other.stage = Stage::leaving;
    world.leaving = answer.after.count;
    world.serial_left = false;
    return {world};
  }
  if (where == once) doing.in_routine = answer.then == Call::once_end;
  finish(world, self, answer.then == Call::once_end ? kInRoutine : answer.value,
         step.call == Call::semaphore_value ? static_cast<int>(answer.after.count) : 0);
  if (where != condition || answer.wakes == sync::Wakes::none) return {world};
  Worlds worlds;
  for (int t = 0; t < kThreads; ++t) {
    World::Doing& other = world.doing[at(t)];
    if (other.stage != Stage::waiting || sync::row(other.step.call).object != Object::condition) continue;
    World woken = world;
    woken.doing[at(t)].stage = Stage::waking;
    woken.doing[at(t)].waking = sync::Waking::notified;
    if (answer.wakes == sync::Wakes::all)
      world = woken;
    else
      worlds.push_back(woken);
  }
  if (answer.wakes == sync::Wakes::all) worlds.push_back(world);
  return worlds;
}

// Every world in which thread `self` has gone one step on; none if it cannot.
Worlds advanced(const World& world, int self) {
  const World::Doing& doing = world.doing[at(self)];
  const Step& step = doing.step;
  const sync::Caller caller{.thread = static_cast<sync::Thread>(self), .shared = doing.shared};
  sync::Arguments arguments;
  arguments.waking = doing.waking;
  arguments.value = step.value;
  arguments.is_time = step.time != Time::invalid;
  arguments.is_clock = step.clock != Clock::invalid;
  Worlds worlds;
  switch (doing.stage) {
    case Stage::idle:
    case Stage::ended:
      return {};
    case Stage::asking: {
      const State mutex = object_for(world, step.target % 2, self);
      arguments.mutex = &mutex;
      arguments.mutex_number = at(step.target % 2) + 1;
      if (step.call == Call::mutex_init) arguments.made = sync::mutex_of_kind(static_cast<int>(step.value));
      if (step.call == Call::rwlock_init)
        arguments.made = sync::rwlock_of_flags(static_cast<int>(step.value));
      State state;
      if (slot(step) < 0) {
        state = thread_for(world, step.target, self);
      } else {
        state = object_for(world, slot(step), self);
      }
      const Ruling ruling = sync::rule(step.call, state, caller, arguments);
      if (ruling.misuse != sync::Misuse::none) {
        World misused = world;
        misused.misused = true;
        return {misused};
      }
      const bool waits_on = sync::row(step.call).form == Form::timed && ruling.waits != sync::Wait::none &&
                            step.time == Time::far;
      if (waits_on) return {};
      for (const Answer& answer : ruling)
        for (World& next : answered(world, self, answer)) worlds.push_back(next);
      return worlds;
    }
    case Stage::waiting: {
      if (step.call != Call::condition_timed_wait || step.time != Time::past) return {};
      World next = world;
      put(next, condition,
          sync::rule(Call::condition_give_up, world.objects[condition], caller).answers[0].after);
      next.doing[at(self)].stage = Stage::waking;
      next.doing[at(self)].waking = sync::Waking::timed_out;
      return {next};
    }
    case Stage::waking: {
      const int mutex = step.target % 2;
      for (const Answer& answer :
           sync::rule(Call::condition_wake, object_for(world, mutex, self), caller, arguments)) {
        World next = world;
        put(next, mutex, answer.after);
        finish(next, self, answer.value);
        worlds.push_back(next);
      }
      return worlds;
    }
    case Stage::leaving:
      for (const Answer& answer : sync::rule(Call::barrier_leave, world.objects[barrier], caller)) {
        const bool serial = answer.value != 0;
        if (serial ? world.serial_left : !world.serial_left && world.leaving == 1) continue;
        World next = world;
        --next.leaving;
        next.serial_left |= serial;
        finish(next, self, answer.value);
        worlds.push_back(next);
      }
      return worlds;
  }
  return worlds;
}

// Goes on until nobody can.
void settle(const World& world, Worlds& reached, Worlds& settled) {
  if (std::find(reached.begin(), reached.end(), world) != reached.end()) return;
  reached.push_back(world);
  bool quiet = true;
  for (int t = 0; t < kThreads && !world.misused; ++t)
    for (const World& next : advanced(world, t)) {
      quiet = false;
      settle(next, reached, settled);
    }
  if (quiet) settled.push_back(world);
}

bool is_possible(const World& world, const Step& step) {
  const World::Doing& doing = world.doing[at(step.thread)];
  if (doing.stage != Stage::idle) return false;
  if (step.call == Call::once_end || step.call == Call::once_abort) return doing.in_routine;
  if (step.call == Call::thread_exit) return !doing.in_routine;
  return true;
}

}  // namespace

Foretold::Foretold() : worlds_(1) {
  for (int t = 0; t < kThreads; ++t) worlds_[0].threads[at(t)].owner = static_cast<sync::Thread>(t);
}

bool Foretold::take(const Step& step) {
  Worlds settled;
  for (World world : worlds_) {
    if (!is_possible(world, step)) return false;
    world.seen.results = {};
    if (step.call == Call::thread_exit) {
      end_thread(world, step.thread);
    } else {
      world.doing[at(step.thread)].stage = Stage::asking;
      world.doing[at(step.thread)].step = step;
    }
    Worlds reached;
    settle(world, reached, settled);
  }
  for (const World& world : settled)
    if (world.misused) return false;
  worlds_ = settled;
  return true;
}

bool Foretold::agree(const Seen& seen) {
  std::erase_if(worlds_, [&](const World& world) { return !(world.seen == seen); });
  for (std::size_t i = 0; i < worlds_.size(); ++i)
    worlds_.erase(
        std::remove(worlds_.begin() + static_cast<std::ptrdiff_t>(i) + 1, worlds_.end(), worlds_[i]),
        worlds_.end());
  return !worlds_.empty();
}

}  // namespace heddle::sync_script
