// SPDX-License-Identifier: Apache-2.0
// Predicted races and deadlocks of random executions against brute force: every state that the referee's
// plain rules allow, walked one by one. Which of them are certain: once more, with only such steps as let each
// read see the write it saw. And the happens-before races are among them.
#include <algorithm>
#include <map>
#include <numeric>
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
  bool complete = true;
};

// Byte by byte, the last write before each read, in an order of the events.
using Saw = std::map<std::pair<Position, std::uint64_t>, Position>;
constexpr Position kNothing = ~Position{0};
class Memory {
 public:
  // What the event sees; then it happens.
  void on(const Event& event, Position position, Saw& saw) {
    if (event::target_kind(event.operation) != event::TargetKind::variable) return;
    for (std::uint64_t byte = event.target; byte < event.target + event.extent; ++byte) {
      const auto last = last_.find(byte);
      if (order::reads(event.operation))
        saw[{position, byte}] = last == last_.end() ? kNothing : last->second;
      if (order::sets_memory(event.operation)) last_[byte] = position;
    }
  }
  friend auto operator<=>(const Memory&, const Memory&) = default;

 private:
  std::map<std::uint64_t, Position> last_;
};
Saw seen_in(const std::vector<Event>& events, const std::vector<Position>& order) {
  Memory memory;
  Saw saw;
  for (const Position p : order) memory.on(events[p], p, saw);
  return saw;
}
std::vector<Position> as_recorded(const std::vector<Event>& events) {
  std::vector<Position> order(events.size());
  std::iota(order.begin(), order.end(), Position{0});
  return order;
}

class BruteForce {
 public:
  BruteForce(const std::vector<Event>& events, const predict::Referee& referee)
      : events_(events), referee_(referee) {
    for (Position p = 0; p < events.size(); ++p) {
      if (threads_.size() <= events[p].thread.index()) threads_.resize(events[p].thread.index() + 1);
      threads_[events[p].thread.index()].push_back(p);
    }
    saw_ = seen_in(events, as_recorded(events));
  }

  Truth possible(std::size_t limit) const {
    return walk<State>(
        State(threads_.size(), 0), limit, true, [](const State& state) { return state; },
        [](State& state, std::size_t t, Position) { return ++state[t], true; });
  }

  // The same, with what each read sees and which waits were notified as part of the state.
  Truth certain(std::size_t limit) const {
    struct Seeing {
      State state;
      Memory memory;
      std::map<std::size_t, std::uint64_t> waiting;  // thread → condition
      std::set<std::size_t> notified;                // threads
      auto operator<=>(const Seeing&) const = default;
    };
    return walk<Seeing>(
        {State(threads_.size(), 0), {}, {}, {}}, limit, false,
        [](const Seeing& seeing) { return seeing.state; },
        [&](Seeing& seeing, std::size_t t, Position p) {
          ++seeing.state[t];
          Saw saw;
          seeing.memory.on(events_[p], p, saw);
          for (const auto& [read, writer] : saw)
            if (saw_.at(read) != writer) return false;
          if (!try_fails(seeing.state, events_[p])) return false;
          return notify(seeing.waiting, seeing.notified, t, p);
        });
  }

 private:
  template <class Node, class StateOf, class Step>
  Truth walk(const Node& start, std::size_t limit, bool notifies, const StateOf& state_of,
             const Step& step) const {
    Truth truth;
    std::set<Node> seen = {start};
    std::vector<Node> queue = {start};
    while (!queue.empty() && seen.size() < limit) {
      const Node node = queue.back();
      queue.pop_back();
      const State state = state_of(node);
      look(state, notifies, truth);
      for (std::size_t t = 0; t < threads_.size(); ++t)
        if (state[t] < threads_[t].size() && ready(state, t) && blockers(state, t).empty())
          if (Node after = node; step(after, t, next(state, t)) && seen.insert(after).second)
            queue.push_back(after);
    }
    truth.complete = seen.size() < limit;
    return truth;
  }

  // False: a wake that a notify ended happens without one.
  bool notify(std::map<std::size_t, std::uint64_t>& waiting, std::set<std::size_t>& notified, std::size_t t,
              Position p) const {
    const Event& event = events_[p];
    if (event.operation == Operation::wait) waiting[t] = event.target, notified.erase(t);
    if (event.operation == Operation::notify || event.operation == Operation::notify_all)
      for (const auto& [u, condition] : waiting)
        if (condition == event.target) notified.insert(u);
    if (event.operation != Operation::wake) return true;
    waiting.erase(t);
    if (notified.erase(t) > 0) return true;
    for (Position q = p; q-- > 0;) {  // was it notified in the recording?
      if (events_[q].thread == event.thread && events_[q].operation == Operation::wait) break;
      if (events_[q].target == event.target &&
          (events_[q].operation == Operation::notify || events_[q].operation == Operation::notify_all))
        return false;
    }
    return true;
  }

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

  // A try that failed in the recording finds the lock taken here too.
  bool try_fails(const State& state, const Event& event) const {
    if (event.operation != Operation::try_failed && event.operation != Operation::try_failed_shared)
      return true;
    const int enough = event.operation == Operation::try_failed ? 1 : 2;
    for (std::size_t u = 0; u < threads_.size(); ++u)
      if (holds(state, u, event.lock()) >= enough) return true;
    return false;
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
  // so on. Who joins a thread does not wait for its fork.
  std::set<Position> awaited(const State& state, std::size_t t, bool notifies) const {
    std::set<std::pair<Position, bool>> all;  // reached through a join
    const Position start = next(state, t);
    std::vector<std::pair<Position, bool>> queue = {{start, false}};
    const auto forks = [&](Position p, event::ThreadId thread) {
      return events_[p].operation == Operation::fork && events_[p].other() == thread;
    };
    if (events_[start].operation == Operation::join)
      for (Position p = 0; p < events_.size(); ++p)
        if (forks(p, events_[start].other()) && !done(state, p)) return {};
    while (!queue.empty()) {
      const auto [p, joined] = queue.back();
      queue.pop_back();
      const Operation operation = events_[p].operation;
      const auto take = [&](Position one, bool by_join) {
        if (all.insert({one, by_join}).second) queue.emplace_back(one, by_join);
      };
      for (const Position need : referee_.needs(p)) {
        if (operation == Operation::join && !forks(need, events_[p].other())) take(need, true);
        if (operation == Operation::leave || (operation == Operation::wake && notifies)) take(need, false);
        if (forks(need, events_[p].thread) && !joined) take(need, false);
      }
      const auto& own = threads_[events_[p].thread.index()];
      const auto place = std::find(own.begin(), own.end(), p);
      if (place != own.begin() && p != start) take(*(place - 1), joined);
    }
    std::set<Position> positions;
    for (const auto& [p, joined] : all) positions.insert(p);
    return positions;
  }
  bool done(const State& state, Position p) const {
    const std::size_t t = events_[p].thread.index();
    return state[t] > 0 && threads_[t][state[t] - 1] >= p;
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

  void look(const State& state, bool notifies, Truth& truth) const {
    std::vector<std::vector<std::size_t>> waits(threads_.size());
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (state[t] == threads_[t].size()) continue;
      const std::set<Position> first = awaited(state, t, notifies);
      for (std::size_t u = 0; u < threads_.size(); ++u)
        if (u != t && state[u] < threads_[u].size() && first.count(next(state, u)) > 0) waits[t].push_back(u);
      if (!ready(state, t)) continue;
      if (!events_[next(state, t)].tried)
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
  Saw saw_;
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

bool same_reads(const std::vector<Event>& events, const std::vector<Position>& steps) {
  const Saw then = seen_in(events, as_recorded(events));
  for (const auto& [read, writer] : seen_in(events, steps))
    if (then.at(read) != writer) return false;
  return true;
}

// The keys of what was predicted, all and those that are certain, against the truth.
template <class Key>
std::string judge(const char* what, const std::map<Key, bool>& predicted, const std::set<Key>& possible,
                  const Truth& truth, const std::set<Key>& certain, const Truth& same_reads) {
  const std::string kind = what;
  for (const auto& [key, is_certain] : predicted) {
    if (truth.complete && !possible.count(key)) return "a " + kind + " is false";
    if (same_reads.complete && is_certain && !certain.count(key)) return "a " + kind + " is not certain";
    if (same_reads.complete && !is_certain && certain.count(key)) return "a " + kind + " is certain";
  }
  for (const Key& key : possible)
    if (!predicted.count(key)) return "a " + kind + " is missed";
  return "";
}

struct Outcome {
  std::string wrong;
  std::size_t races = 0, beyond = 0, certain = 0, reordered = 0, deadlocks = 0, waiting = 0,
              certain_deadlocks = 0;
};

Outcome compare(const std::vector<Event>& events, const event::Names& names) {
  Outcome outcome;
  auto recording = predict::Recording::from(events, names);
  if (!recording) return {base::describe(recording.error())};
  const predict::Referee referee(*recording);
  const BruteForce brute(events, referee);
  const Truth truth = brute.possible(30'000), certain = brute.certain(30'000);
  predict::PredictionLimits limits;
  limits.findings = limits.tries = limits.certain_tries = 1'000'000;
  limits.reach = {.states = 100'000, .conflicts = 1'000'000, .stop = {}};
  predict::PredictionCounts counts;
  const auto races = predict::predict_races(*recording, referee, limits, &counts);
  const auto deadlocks = predict::predict_deadlocks(*recording, referee, limits, &counts);
  if (counts.undecided != 0) outcome.wrong = "undecided";
  std::map<RaceKey, bool> race_keys;
  for (const auto& race : races) {
    race_keys[race_key(events[race.events[0]], events[race.events[1]])] |= race.certain();
    const auto steps = steps_of(*recording, race.schedule);
    std::vector<Event> reordered;
    for (const Position p : steps) reordered.push_back(events[p]);
    if (!random::possible(reordered)) outcome.wrong = "a schedule is no execution";
    if (race.certain() && !same_reads(events, steps))
      outcome.wrong = "certain, and yet a read sees another write";
    outcome.certain += race.certain();
    outcome.reordered += race.way == predict::Way::reordered || race.way == predict::Way::same_reads;
  }
  std::map<DeadlockKey, bool> deadlock_keys;
  for (const auto& deadlock : deadlocks) {
    DeadlockKey key;
    bool waits = false;
    for (std::size_t i = 0; i < deadlock.events.size(); ++i) {
      waits = waits || deadlock.waits[i];
      if (!deadlock.waits[i]) key.push_back(events[deadlock.events[i]].lock().number());
    }
    outcome.waiting += waits;
    deadlock_keys[round_from_least(key)] |= deadlock.certain();
  }
  std::set<RaceKey> observed;
  for (const auto& race : agree::races(events, detect::Discipline::shared_reads)) {
    const RaceKey key = race_key(events[race.first], events[race.second]);
    observed.insert(key);
    if (!race_keys.count(key) && truth.races.count(key))
      outcome.wrong = "a happens-before race is not predicted";
  }
  for (const std::string& wrong :
       {judge("race", race_keys, truth.races, truth, certain.races, certain),
        judge("deadlock", deadlock_keys, truth.deadlocks, truth, certain.deadlocks, certain)})
    if (!wrong.empty()) outcome.wrong = wrong;
  outcome.races = race_keys.size();
  for (const auto& [key, is_certain] : race_keys) outcome.beyond += !observed.count(key);
  outcome.deadlocks = deadlock_keys.size();
  for (const auto& [key, is_certain] : deadlock_keys) outcome.certain_deadlocks += is_certain;
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
    sum.certain_deadlocks += outcome.certain_deadlocks;
  }
  testing::Test::RecordProperty("races", static_cast<int>(sum.races));
  std::printf(
      "%d executions: %zu races, %zu not by happens-before, %zu certain, %zu need another order; %zu "
      "deadlocks, %zu of them by waiting, %zu certain\n",
      executions, sum.races, sum.beyond, sum.certain, sum.reordered, sum.deadlocks, sum.waiting,
      sum.certain_deadlocks);
  EXPECT_GT(sum.races, 0U);
}

TEST(Predict, AllKindsOfEvents) {
  campaign(1, 4000, [](std::mt19937_64& random) {
    random::Shape shape = random::random_shape(random);
    shape.threads = 2 + random() % 3;
    shape.events = 4 + random() % 22;
    return shape;
  });
}

TEST(Predict, NestedLocks) {
  campaign(3, 4000, [](std::mt19937_64& random) {
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
  campaign(4, 4000, [](std::mt19937_64& random) {
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

// Locks that are tried, and tries that fail.
TEST(Predict, Tries) {
  campaign(5, 4000, [](std::mt19937_64& random) {
    random::Shape shape;
    shape.threads = 2 + random() % 3;
    shape.events = 10 + random() % 16;
    shape.locks = 2;
    shape.variables = 1 + random() % 2;
    shape.tries = true;
    shape.weights = {{Operation::read, 2},           {Operation::write, 2},
                     {Operation::acquire, 7},        {Operation::release, 5},
                     {Operation::acquire_shared, 1}, {Operation::release_shared, 1},
                     {Operation::try_failed, 4},     {Operation::try_failed_shared, 1}};
    return shape;
  });
}

// Many types of acquires, each of them thousands of times: what is remembered of pairs must stay small, and the
// search must not look at all of them for each ring. The referee takes up replays where it was before: what it
// says must be what one says that has not replayed anything.
TEST(Predict, DenseNesting) {
  std::mt19937_64 random(6);
  random::Shape shape;
  shape.threads = 8;
  shape.events = 60000;
  shape.locks = 6;
  shape.weights = {{Operation::write, 2}, {Operation::acquire, 6}, {Operation::release, 7}};
  const random::Execution execution = random::random_execution(shape, random);
  auto recording = predict::Recording::from(execution.events, execution.names);
  ASSERT_TRUE(recording);
  const predict::Referee referee(*recording);
  predict::PredictionLimits limits;
  predict::PredictionCounts counts;
  const auto deadlocks = predict::predict_deadlocks(*recording, referee, limits, &counts);
  EXPECT_EQ(deadlocks.size(), limits.findings);
  for (const predict::Predicted& deadlock : deadlocks) {
    predict::Referee::Judgement warm, cold;
    const predict::Referee fresh(*recording);
    EXPECT_EQ(referee.not_a_deadlock(deadlock.schedule, deadlock.events, &warm), "");
    EXPECT_EQ(fresh.not_a_deadlock(deadlock.schedule, deadlock.events, &cold), "");
    EXPECT_EQ(warm.end, cold.end);
    EXPECT_EQ(warm.other_read, cold.other_read);
    EXPECT_EQ(warm.other_write, cold.other_write);
  }
}

TEST(Predict, LocksAndPlainAccesses) {
  campaign(2, 4000, [](std::mt19937_64& random) {
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
