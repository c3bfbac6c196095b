// SPDX-License-Identifier: Apache-2.0
// Predicted races and deadlocks of random executions against brute force: every state that the referee's
// plain rules allow, walked one by one. And the happens-before races are among them.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "agree/closure.h"
#include "predict/prediction.h"
#include "random/execution.h"

namespace heddle {
namespace {

using event::Event;
using event::Operation;
using event::Position;
using predict::State;

using RaceKey = std::tuple<std::uint64_t, std::uint64_t, Operation, Operation>;
using DeadlockKey = std::vector<std::uint32_t>;  // the wanted locks, from the least round; waits are left out

RaceKey race_key(const Event& a, const Event& b) {
  return {std::min(a.target, b.target), std::max(a.target, b.target), std::min(a.operation, b.operation),
          std::max(a.operation, b.operation)};
}
DeadlockKey round_from_least(DeadlockKey locks) {
  std::rotate(locks.begin(), std::min_element(locks.begin(), locks.end()), locks.end());
  return locks;
}

struct Truth {
  std::set<RaceKey> races;
  std::set<DeadlockKey> deadlocks;
};

class BruteForce {
 public:
  BruteForce(const std::vector<Event>& events, const predict::Referee& referee)
      : events_(events), referee_(referee) {
    for (Position p = 0; p < events.size(); ++p) {
      if (threads_.size() <= events[p].thread.index()) threads_.resize(events[p].thread.index() + 1);
      threads_[events[p].thread.index()].push_back(p);
    }
  }

  Truth run(std::size_t limit) {
    Truth truth;
    std::set<State> seen = {State(threads_.size(), 0)};
    std::vector<State> queue(seen.begin(), seen.end());
    while (!queue.empty() && seen.size() < limit) {
      State state = queue.back();
      queue.pop_back();
      look(state, truth);
      for (std::size_t t = 0; t < threads_.size(); ++t)
        if (state[t] < threads_[t].size() && ready(state, t) && blockers(state, t).empty()) {
          ++state[t];
          if (seen.insert(state).second) queue.push_back(state);
          --state[t];
        }
    }
    complete = seen.size() < limit;
    return truth;
  }
  bool complete = true;

 private:
  Position next(const State& state, std::size_t t) const { return threads_[t][state[t]]; }

  bool ready(const State& state, std::size_t t) const {
    for (const Position need : referee_.needs(next(state, t))) {
      const std::size_t u = events_[need].thread.index();
      const auto index = std::find(threads_[u].begin(), threads_[u].end(), need) - threads_[u].begin();
      if (static_cast<std::size_t>(index) >= state[u]) return false;
    }
    return true;
  }

  // 0 not held, 1 shared, 2 exclusively.
  int holds(const State& state, std::size_t t, event::LockId lock) const {
    int held = 0;
    for (std::size_t i = 0; i < state[t]; ++i) {
      const Event& event = events_[threads_[t][i]];
      const bool locks = event::target_kind(event.operation) == event::TargetKind::lock ||
                         event.operation == Operation::wait || event.operation == Operation::wake;
      if (!locks || event.lock() != lock) continue;
      if (event.operation == Operation::acquire || event.operation == Operation::wake) held = 2;
      if (event.operation == Operation::acquire_shared) held = 1;
      if (event.operation == Operation::release || event.operation == Operation::release_shared ||
          event.operation == Operation::wait)
        held = 0;
    }
    return held;
  }

  // Threads that hold the lock that t takes next.
  std::vector<std::size_t> blockers(const State& state, std::size_t t) const {
    const Event& event = events_[next(state, t)];
    const bool exclusive = event.operation == Operation::acquire || event.operation == Operation::wake;
    if (!exclusive && event.operation != Operation::acquire_shared) return {};
    std::vector<std::size_t> all;
    for (std::size_t u = 0; u < threads_.size(); ++u)
      if (u != t && event.lock().exists()) {
        const int held = holds(state, u, event.lock());
        if (held == 2 || (held == 1 && exclusive)) all.push_back(u);
      }
    return all;
  }

  // What must happen before t's next event because somebody waits, by definition: the thread it joins, the
  // arrivals at its barrier, the notifies of its wait, its own fork, all before those in their threads, and
  // so on.
  std::set<Position> awaited(const State& state, std::size_t t) const {
    std::set<Position> all;
    std::vector<Position> queue = {next(state, t)};
    while (!queue.empty()) {
      const Position p = queue.back();
      queue.pop_back();
      const Operation operation = events_[p].operation;
      const auto take = [&](Position one) {
        if (all.insert(one).second) queue.push_back(one);
      };
      for (const Position need : referee_.needs(p))
        if (operation == Operation::join || operation == Operation::leave || operation == Operation::wake ||
            events_[need].operation == Operation::fork)
          take(need);
      const auto& own = threads_[events_[p].thread.index()];
      const auto place = std::find(own.begin(), own.end(), p);
      if (place != own.begin() && p != next(state, t)) take(*(place - 1));
    }
    return all;
  }

  // They share a byte in the same life of it.
  bool conflict(Position p, Position q) const {
    const Event &a = events_[p], &b = events_[q];
    if (!event::is_access(a.operation) || !event::is_access(b.operation) ||
        !event::conflict(a.operation, b.operation))
      return false;
    for (std::uint64_t byte = a.target; byte < a.target + a.extent; ++byte) {
      if (byte < b.target || byte >= b.target + b.extent) continue;
      const bool fresh_between =
          std::any_of(events_.begin() + static_cast<std::ptrdiff_t>(std::min(p, q)),
                      events_.begin() + static_cast<std::ptrdiff_t>(std::max(p, q)), [&](const Event& event) {
                        return event.operation == Operation::alloc && event.variable().overlaps({byte, 1});
                      });
      if (!fresh_between) return true;
    }
    return false;
  }

  void look(const State& state, Truth& truth) const {
    std::vector<std::vector<std::size_t>> waits(threads_.size());
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (state[t] == threads_[t].size()) continue;
      const std::set<Position> first = awaited(state, t);
      for (std::size_t u = 0; u < threads_.size(); ++u)
        if (u != t && state[u] < threads_[u].size() && first.count(next(state, u)) > 0) waits[t].push_back(u);
      if (!ready(state, t)) continue;
      for (const std::size_t u : blockers(state, t)) waits[t].push_back(u);
      for (std::size_t u = 0; u < t; ++u)
        if (state[u] < threads_[u].size() && ready(state, u) && conflict(next(state, t), next(state, u)))
          truth.races.insert(race_key(events_[next(state, t)], events_[next(state, u)]));
    }
    std::vector<std::size_t> path;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      path = {t};
      cycles(state, waits, path, truth);
    }
  }

  void cycles(const State& state, const std::vector<std::vector<std::size_t>>& waits,
              std::vector<std::size_t>& path, Truth& truth) const {
    for (const std::size_t u : waits[path.back()]) {
      if (u == path.front()) {
        DeadlockKey key;
        for (const std::size_t t : path)
          if (ready(state, t)) key.push_back(events_[next(state, t)].lock().number());
        truth.deadlocks.insert(round_from_least(key));
      } else if (u > path.front() && std::find(path.begin(), path.end(), u) == path.end()) {
        path.push_back(u);
        cycles(state, waits, path, truth);
        path.pop_back();
      }
    }
  }

  const std::vector<Event>& events_;
  const predict::Referee& referee_;
  std::vector<std::vector<Position>> threads_;
};

// The events of a schedule, one by one.
std::vector<Position> steps_of(const predict::Recording& recording, const predict::Schedule& schedule) {
  std::vector<Position> steps;
  State done(recording.must().threads(), 0);
  for (Position p = 0; p < recording.events().size(); ++p) {
    const std::size_t t = recording.events()[p].thread.index();
    if (done[t] < schedule.start[t]) ++done[t], steps.push_back(p);
  }
  for (const std::uint32_t t : schedule.run) steps.push_back(recording.position({t, ++done[t]}));
  return steps;
}

// By definition: byte by byte, the last write before each read, as recorded and as scheduled.
bool same_reads(const std::vector<Event>& events, const std::vector<Position>& steps) {
  const auto writers = [&](const std::vector<Position>& order) {
    std::map<std::uint64_t, Position> last;
    std::map<std::pair<Position, std::uint64_t>, Position> saw;
    for (const Position p : order) {
      const Event& event = events[p];
      if (event::target_kind(event.operation) != event::TargetKind::variable) continue;
      for (std::uint64_t byte = event.target; byte < event.target + event.extent; ++byte) {
        if (order::reads(event.operation) && last.count(byte)) saw[{p, byte}] = last[byte];
        if (order::reads(event.operation) && !last.count(byte)) saw[{p, byte}] = ~Position{0};
        if (order::sets_memory(event.operation)) last[byte] = p;
      }
    }
    return saw;
  };
  std::vector<Position> recorded(events.size());
  for (Position p = 0; p < events.size(); ++p) recorded[p] = p;
  const auto then = writers(recorded);
  for (const auto& [read, writer] : writers(steps))
    if (then.at(read) != writer) return false;
  return true;
}

struct Outcome {
  std::string wrong;
  std::size_t races = 0, beyond = 0, certain = 0, reordered = 0, deadlocks = 0, waiting = 0;
};

Outcome compare(const std::vector<Event>& events, const event::Names& names) {
  Outcome outcome;
  auto recording = predict::Recording::from(events, names);
  if (!recording) return {base::describe(recording.error())};
  const predict::Referee referee(*recording);
  BruteForce brute(events, referee);
  const Truth truth = brute.run(30'000);
  predict::PredictionLimits limits;
  limits.findings = 1'000'000;
  limits.tries = 1'000'000;
  limits.reach = {.states = 100'000, .conflicts = 1'000'000};
  predict::PredictionCounts counts;
  const auto races = predict::predict_races(*recording, referee, limits, &counts);
  const auto deadlocks = predict::predict_deadlocks(*recording, referee, limits, &counts);
  if (counts.undecided != 0) outcome.wrong = "undecided";
  std::set<RaceKey> race_keys;
  for (const auto& race : races) {
    race_keys.insert(race_key(events[race.events[0]], events[race.events[1]]));
    const auto steps = steps_of(*recording, race.schedule);
    std::vector<Event> reordered;
    for (const Position p : steps) reordered.push_back(events[p]);
    if (!random::possible(reordered)) outcome.wrong = "a schedule is no execution";
    if (!race.other_read && !same_reads(events, steps))
      outcome.wrong = "certain, and yet a read sees another write";
    outcome.certain += !race.other_read;
    outcome.reordered += race.way == predict::Way::reordered;
  }
  std::set<DeadlockKey> deadlock_keys;
  for (const auto& deadlock : deadlocks) {
    DeadlockKey key;
    bool waits = false;
    for (std::size_t i = 0; i < deadlock.events.size(); ++i) {
      waits = waits || deadlock.waits[i];
      if (!deadlock.waits[i]) key.push_back(events[deadlock.events[i]].lock().number());
    }
    outcome.waiting += waits;
    deadlock_keys.insert(round_from_least(key));
  }
  std::set<RaceKey> observed;
  for (const auto& race : agree::races(events, detect::Discipline::shared_reads)) {
    observed.insert(race_key(events[race.first], events[race.second]));
    if (!race_keys.count(race_key(events[race.first], events[race.second])))
      outcome.wrong = "a happens-before race is not predicted";
  }
  if (brute.complete) {
    for (const auto& key : truth.races)
      if (!race_keys.count(key)) outcome.wrong = "a race is missed";
    for (const auto& key : race_keys)
      if (!truth.races.count(key)) outcome.wrong = "a race is false";
    for (const auto& key : truth.deadlocks)
      if (!deadlock_keys.count(key)) outcome.wrong = "a deadlock is missed";
    for (const auto& key : deadlock_keys)
      if (!truth.deadlocks.count(key)) outcome.wrong = "a deadlock is false";
  }
  outcome.races = race_keys.size();
  for (const auto& key : race_keys) outcome.beyond += !observed.count(key);
  outcome.deadlocks = deadlock_keys.size();
  return outcome;
}

void campaign(std::uint64_t seed, int executions,
              const std::function<random::Shape(std::mt19937_64&)>& shape_of) {
  std::mt19937_64 random(seed);
  Outcome sum;
  for (int i = 0; i < executions; ++i) {
    const random::Execution execution = random::random_execution(shape_of(random), random);
    const Outcome outcome = compare(execution.events, execution.names);
    if (!outcome.wrong.empty()) {
      const auto small = random::shrink(execution.events, [&](const std::vector<Event>& events) {
        return compare(events, execution.names).wrong == outcome.wrong;
      });
      FAIL() << outcome.wrong << "\n" << random::text(execution.names, small);
    }
    sum.races += outcome.races;
    sum.beyond += outcome.beyond;
    sum.certain += outcome.certain;
    sum.reordered += outcome.reordered;
    sum.deadlocks += outcome.deadlocks;
    sum.waiting += outcome.waiting;
  }
  testing::Test::RecordProperty("races", static_cast<int>(sum.races));
  std::printf(
      "%d executions: %zu races, %zu not by happens-before, %zu certain, %zu need another lock order; %zu "
      "deadlocks, %zu of them by waiting\n",
      executions, sum.races, sum.beyond, sum.certain, sum.reordered, sum.deadlocks, sum.waiting);
  EXPECT_GT(sum.races, 0U);
}

TEST(Predict, AllKindsOfEvents) {
  campaign(1, 6000, [](std::mt19937_64& random) {
    random::Shape shape = random::random_shape(random);
    shape.threads = 2 + random() % 3;
    shape.events = 4 + random() % 22;
    return shape;
  });
}

TEST(Predict, NestedLocks) {
  campaign(3, 6000, [](std::mt19937_64& random) {
    random::Shape shape;
    shape.threads = 2 + random() % 3;
    shape.events = 14 + random() % 18;
    shape.locks = 3 + random() % 2;
    shape.variables = 1;
    shape.weights = {{Operation::read, 1},    {Operation::write, 1}, {Operation::acquire, 9},
                     {Operation::release, 5}, {Operation::send, 1},  {Operation::receive, 1}};
    return shape;
  });
}

// Joins, barriers and conditions under locks.
TEST(Predict, WaitingWhileHoldingLocks) {
  campaign(4, 6000, [](std::mt19937_64& random) {
    random::Shape shape;
    shape.threads = 2 + random() % 3;
    shape.events = 12 + random() % 18;
    shape.locks = 2 + random() % 2;
    shape.variables = 1;
    shape.weights = {{Operation::read, 1},    {Operation::write, 1},  {Operation::acquire, 8},
                     {Operation::release, 5}, {Operation::fork, 4},   {Operation::join, 4},
                     {Operation::end, 3},     {Operation::arrive, 2}, {Operation::leave, 2},
                     {Operation::wait, 2},    {Operation::wake, 2},   {Operation::notify, 2}};
    return shape;
  });
}

TEST(Predict, LocksAndPlainAccesses) {
  campaign(2, 6000, [](std::mt19937_64& random) {
    random::Shape shape;
    shape.threads = 2 + random() % 3;
    shape.events = 8 + random() % 18;
    shape.locks = 2 + random() % 2;
    shape.variables = 1 + random() % 3;
    shape.weights = {{Operation::read, 3},    {Operation::write, 3},          {Operation::acquire, 6},
                     {Operation::release, 6}, {Operation::acquire_shared, 1}, {Operation::release_shared, 1},
                     {Operation::fork, 1},    {Operation::send, 1},           {Operation::receive, 1}};
    return shape;
  });
}

}  // namespace
}  // namespace heddle
