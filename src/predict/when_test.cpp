// SPDX-License-Identifier: Apache-2.0
// Predicates under every lock order, against a walk over all reachable states.
#include "predict/when.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predict/expression.h"
#include "predict/online_losets.h"
#include "states/loset_walk.h"

namespace heddle::predict {
namespace {

using event::Operation;

struct Execution {
  event::Names names;
  std::vector<Event> events;
};

// Threads take and release two locks, write and read a variable, and set `v` to small values. Now and then one
// is forked that never does anything.
Execution random_execution(std::mt19937_64& random) {
  Execution execution;
  const std::size_t threads = 2 + random() % 2;
  for (std::size_t t = 0; t < threads; ++t) execution.names.threads.intern(fmt::format("T{}", t + 1));
  for (const char* lock : {"a", "b"}) execution.names.locks.intern(lock);
  const event::Variable x = execution.names.variable("x");
  std::vector<int> owner(2, -1);
  if (random() % 8 == 0)
    execution.events.push_back(
        event::act(event::ThreadId(0), Operation::fork, execution.names.threads.intern("idle")));
  for (int i = 0; i < 14; ++i) {
    const std::size_t t = random() % threads;
    const event::ThreadId id(t);
    const std::size_t lock = random() % 2;
    if (random() % 6 == 0) {
      execution.events.push_back(event::access(id, random() % 2 ? Operation::read : Operation::write, x));
    } else if (random() % 2) {
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
      {"T1.v == 2", [&](const Values& v) { return v[0] == 2; }},
      {"T1.v - T2.v >= 2", [&](const Values& v) { return v[0] - v[1] >= 2; }},
      {"sum(v) > 3", [&](const Values& v) { return sum(v) > 3; }},
      {"T1.v == 1 && sum(v) >= 3", [&](const Values& v) { return v[0] == 1 && sum(v) >= 3; }},
      {"T1.v * T2.v == 4", [&](const Values& v) { return v[0] * v[1] == 4; }},
      {"T1.v == 1 && T2.v == 2 || sum(v) == 4",
       [&](const Values& v) { return (v[0] == 1 && v[1] == 2) || sum(v) == 4; }},
      {"forall(v == 1)", [&](const Values& v) { return count(v, 1) == static_cast<std::int64_t>(v.size()); }},
  };
  std::mt19937_64 random(5);
  std::map<std::string, std::size_t> decided_by;
  std::size_t asked = 0;
  for (int i = 0; i < 6000; ++i) {
    const Execution execution = random_execution(random);
    auto recording = Recording::from(execution.events, execution.names);
    const order::Loset& must = recording->must();
    if (execution.events.empty() || must.threads() < 2) continue;
    const Referee referee(*recording);
    const Case& one = cases[random() % std::size(cases)];
    bool expected = false;
    states::walk_breadth_first(must, [&](const Index* state) {
      Values values;
      for (std::size_t t = 0; t < must.threads(); ++t)
        if (must.size(t) > 0) values.push_back(value_of(execution, t, state[t]));
      return !(expected = values.size() > 1 && one.holds(values));
    });
    finding::Report report;
    // Every other time without a diagram.
    const WhenQuestion question{.text = one.text, .diagram_bytes = std::size_t{random() % 2} << 24};
    const auto done = predict_when(*recording, referee, question, report);
    if (!done) continue;  // no mark of that name in this one
    ++asked;
    ASSERT_EQ(report.findings.size(), expected ? 1U : 0U) << one.text << " " << i;
    ASSERT_TRUE(report.verdict.reasons().empty());
    for (const finding::Statistic& statistic : report.statistics)
      if (statistic.name == "decided_by") ++decided_by[std::get<std::string>(statistic.value)];
  }
  EXPECT_GT(asked, 5000U);
  for (const char* way : {"recording", "class", "diagram", "enumeration"})
    EXPECT_GT(decided_by[way], 100U) << way;
}

bool always(const GlobalState&) { return true; }
bool both_are_one(const GlobalState& state) {
  int ones = 0;
  for (std::size_t t = 0; t < state.threads(); ++t) ones += state.value(t, "v") == 1;
  return ones > 1;
}

TEST(When, AsksFunctionsToo) {
  std::mt19937_64 random(7);
  std::size_t found = 0;
  for (int i = 0; i < 300; ++i) {
    const Execution execution = random_execution(random);
    auto recording = Recording::from(execution.events, execution.names);
    const Referee referee(*recording);
    finding::Report by_function, by_expression;
    ASSERT_TRUE(predict_when(*recording, referee, {.text = "both", .library = both_are_one}, by_function));
    if (!predict_when(*recording, referee, {.text = "count(v == 1) >= 2"}, by_expression)) continue;
    EXPECT_EQ(by_function.findings.size(), by_expression.findings.size());
    found += by_function.findings.size();
  }
  EXPECT_GT(found, 20U);
}

// Beside the running program: what the recording says when it is whole, from the first prefix that has it.
TEST(OnlineLosets, GivesTheAnswerOfPredictWhen) {
  const char* texts[] = {"count(v == 1) >= 2", "T1.v == 2 && T2.v == 1", "sum(v) > 3", "T1.v * T2.v == 4",
                         "T1.v - T2.v >= 2"};
  std::mt19937_64 random(9);
  std::size_t held = 0, prefixes = 0, compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Execution execution = random_execution(random);
    const std::string text = texts[random() % std::size(texts)];
    auto recording = Recording::from(execution.events, execution.names);
    finding::Report offline;
    if (!predict_when(*recording, Referee(*recording), {.text = text, .workers = 1}, offline)) continue;
    ++compared;
    OnlineLosets online({.text = text, .expression = *parse(text)}, 1 + random() % 8);
    std::vector<finding::Finding> findings;
    online.begin(execution.names, [&](finding::Finding found) { findings.push_back(std::move(found)); });
    const std::span<const Event> events(execution.events);
    for (std::size_t at = 0; at < events.size();) {
      const std::size_t batch = std::min(events.size() - at, std::size_t{1 + random() % 5});
      online.on(at, events.subspan(at, batch));
      at += batch;
    }
    online.finish();
    ASSERT_TRUE(online.doubts().empty()) << online.doubts()[0];
    ASSERT_EQ(findings.size(), offline.findings.size()) << text << " " << i;
    held += findings.size();
    prefixes += std::get<std::uint64_t>(online.statistics()[0].value);
  }
  EXPECT_GT(held, compared / 10);
  EXPECT_LT(held, compared);
  EXPECT_GT(prefixes, compared);
}

TEST(When, AStopIsADoubt) {
  std::mt19937_64 random(1);
  const Execution execution = random_execution(random);
  auto recording = Recording::from(execution.events, execution.names);
  const Referee referee(*recording);
  finding::Report report;
  ASSERT_TRUE(
      predict_when(*recording, referee, {.text = "T1.v * T2.v == 77", .stop = [] { return true; }}, report));
  EXPECT_TRUE(report.findings.empty());
  EXPECT_FALSE(report.verdict.reasons().empty());
  finding::Report at_once;
  ASSERT_TRUE(predict_when(*recording, referee,
                           {.text = "always", .library = always, .stop = [] { return true; }}, at_once));
  EXPECT_EQ(at_once.findings.size(), 1U);
}

TEST(When, SaysWhatItDoesNotPredict) {
  std::mt19937_64 random(1);
  const Execution execution = random_execution(random);
  auto recording = Recording::from(execution.events, execution.names);
  const Referee referee(*recording);
  finding::Report report;
  EXPECT_FALSE(predict_when(*recording, referee, {.text = "race"}, report));
  EXPECT_FALSE(predict_when(*recording, referee, {.text = "v =="}, report));
}

}  // namespace
}  // namespace heddle::predict
