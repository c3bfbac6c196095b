// SPDX-License-Identifier: Apache-2.0
// Predicates under every lock order, against a walk over all reachable states.
#include "predict/when.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predict/expression.h"
#include "states/loset_walk.h"

namespace heddle::predict {
namespace {

using event::Operation;

struct Execution {
  event::Names names;
  std::vector<Event> events;
};

// Threads take and release two locks and set `v` to small values.
Execution random_execution(std::mt19937_64& random) {
  Execution execution;
  const std::size_t threads = 2 + random() % 2;
  for (std::size_t t = 0; t < threads; ++t) execution.names.threads.intern(fmt::format("T{}", t + 1));
  for (const char* lock : {"a", "b"}) execution.names.locks.intern(lock);
  std::vector<int> owner(2, -1);
  for (int i = 0; i < 14; ++i) {
    const std::size_t t = random() % threads;
    const event::ThreadId id(t);
    const std::size_t lock = random() % 2;
    if (random() % 2) {
      const auto value = static_cast<std::int64_t>(random() % 3);
      execution.events.push_back(
          event::act(id, Operation::mark, execution.names.marks.intern({"", {{"v", value}}})));
    } else if (owner[lock] == -1) {
      owner[lock] = static_cast<int>(t);
      execution.events.push_back(event::act(id, Operation::acquire, event::LockId(lock)));
    } else if (owner[lock] == static_cast<int>(t)) {
      owner[lock] = -1;
      execution.events.push_back(event::act(id, Operation::release, event::LockId(lock)));
    }
  }
  return execution;
}

// What `v` is after the first events of a thread.
std::int64_t value_of(const Execution& execution, std::size_t thread, Index done) {
  std::int64_t value = 0;
  for (const Event& event : execution.events) {
    if (event.thread.index() != thread) continue;
    if (done-- == 0) break;
    if (event.operation == Operation::mark) value = execution.names.marks[event.mark()].values[0].value;
  }
  return value;
}

TEST(When, AgreesWithAWalkOverAllReachableStates) {
  using Values = std::vector<std::int64_t>;
  struct Case {
    const char* text;
    std::function<bool(const Values&)> holds;
  };
  const auto count = [](const Values& v, std::int64_t wanted) {
    return std::count(v.begin(), v.end(), wanted);
  };
  const auto sum = [](const Values& v) { return std::accumulate(v.begin(), v.end(), std::int64_t{0}); };
  const Case cases[] = {
      {"count(v == 1) >= 2", [&](const Values& v) { return count(v, 1) >= 2; }},
      {"count(v == 2) == 2", [&](const Values& v) { return count(v, 2) == 2; }},
      {"T1.v == 2 && T2.v == 1", [&](const Values& v) { return v[0] == 2 && v[1] == 1; }},
      {"sum(v) > 3", [&](const Values& v) { return sum(v) > 3; }},
      {"T1.v == 1 && sum(v) >= 3", [&](const Values& v) { return v[0] == 1 && sum(v) >= 3; }},
      {"T1.v * T2.v == 4", [&](const Values& v) { return v[0] * v[1] == 4; }},
  };
  std::mt19937_64 random(5);
  std::size_t found = 0;
  for (int i = 0; i < 600; ++i) {
    const Execution execution = random_execution(random);
    auto recording = Recording::from(execution.events, execution.names);
    if (execution.events.empty() || recording->must().threads() < 2) continue;
    const Referee referee(*recording);
    for (const Case& one : cases) {
      bool expected = false;
      states::walk_breadth_first(recording->must(), [&](const Index* state) {
        Values values;
        for (std::size_t t = 0; t < recording->must().threads(); ++t)
          values.push_back(value_of(execution, t, state[t]));
        return !(expected = one.holds(values));
      });
      finding::Report report;
      const auto done = predict_when(*recording, referee, one.text, {}, report);
      if (!done) continue;  // no mark of that name in this one
      EXPECT_EQ(report.findings.size(), expected ? 1U : 0U) << one.text;
      found += expected;
    }
  }
  EXPECT_GT(found, 100U);
}

TEST(When, SaysWhatItDoesNotPredict) {
  std::mt19937_64 random(1);
  const Execution execution = random_execution(random);
  auto recording = Recording::from(execution.events, execution.names);
  const Referee referee(*recording);
  finding::Report report;
  EXPECT_FALSE(predict_when(*recording, referee, "race", {}, report));
  EXPECT_FALSE(predict_when(*recording, referee, "v ==", {}, report));
  WhenLimits tiny;
  tiny.diagram_bytes = 0;
  EXPECT_TRUE(predict_when(*recording, referee, "count(v == 1) >= 2", tiny, report));
}

}  // namespace
}  // namespace heddle::predict
