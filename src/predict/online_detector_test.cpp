// SPDX-License-Identifier: Apache-2.0
// Online is offline: the same answer on the same events.
#include "predict/online_detector.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "predict/detect.h"
#include "predict/library_predicate.h"
#include "predict/witness.h"
#include "random/marked_trace.h"
#include "states/enumerate.h"

namespace heddle::predict {
namespace {

using random::below;
using random::random_marked_trace;

TEST(OnlineDetector, GivesTheAnswerOfDetect) {
  random::Random dice(71);
  const std::vector<std::string> predicates = {"sum(x) > 2",
                                               "count(y == 1) >= 2",
                                               "T0.x == 2 && T1.y == 1",
                                               "T1.x * T0.x > 1",
                                               "T0.tick > T1.tick",
                                               "max(x) * 2 > 3",
                                               "forall(x >= 0) && exists(y == 1)",
                                               "sum(tick) == 3",
                                               "count(x > 1) == 1",
                                               "T1.y == 1 || T0.x == 2",
                                               "sum(tick) >= 4 && T1.tick >= 1",
                                               "T0.tick - T1.tick >= 1 && T1.x * T0.x >= 1",
                                               "T1.y == 1 && T0.x * T1.x > 1",
                                               "sum(x) >= 2 && sum(y) >= 1",
                                               "race",
                                               "race(V1)",
                                               "race(V1) && T0.y == 1",
                                               "race && !race(V2) && sum(tick) >= 2"};
  std::set<Algorithm> used;
  int held = 0;
  const int rounds = 5000;
  for (int round = 0; round < rounds; ++round) {
    const auto trace = random_marked_trace(dice, 2 + below(dice, 3), 1 + below(dice, 14));
    const std::string& text = predicates[below(dice, predicates.size())];
    const Expression expression = *parse(text);
    const Computation computation = trace->computation();
    const auto offline =
        possibly(*bind_to(expression, computation, text), computation.poset(), {.workers = 1});
    ASSERT_TRUE(offline);

    std::vector<finding::Finding> findings;
    OnlineDetector online(
        {.text = text, .expression = expression},
        {.workers = 1 + static_cast<unsigned>(below(dice, 2)), .backlog = 1 + below(dice, 8)});
    online.begin(trace->names, [&](finding::Finding f) { findings.push_back(std::move(f)); });
    const std::size_t cut = below(dice, trace->events.size() + 1);  // in two batches
    const std::span<const event::Event> events(trace->events);
    online.on(0, events.first(cut));
    online.on(cut, events.subspan(cut));
    online.finish();
    ASSERT_TRUE(online.doubts().empty());
    used.merge(online.used());
    ASSERT_EQ(findings.size(), offline->state ? 1U : 0U) << text << "\n" << trace->text();
    if (findings.empty()) continue;
    ++held;
    const auto run = positions_of(findings[0].witness, trace->events, trace->names);
    ASSERT_TRUE(run);
    const Checked checked = check_run(trace->events, trace->names, *run, {&expression});
    ASSERT_EQ(checked.broken, "") << text << "\n" << trace->text();
    State state(computation.poset().processes());
    for (std::size_t p = 0; p < state.size(); ++p) {
      for (const auto& [thread, done] : findings[0].witness.state) {
        if (thread == computation.thread_name(p)) state[p] = static_cast<Index>(done);
      }
    }
    ASSERT_TRUE(computation.poset().consistent(state));
    ASSERT_NE(random::value_of(expression, *trace, computation.poset(), state), 0) << text << "\n"
                                                                                   << trace->text();
    // No event of it can be taken back.
    const order::Poset& poset = computation.poset();
    for (std::size_t p = 0; p < state.size(); ++p) {
      if (state[p] == 0 || !states::is_maximal(poset, state.data(), p, state[p])) continue;
      State less = state;
      // Plain accesses count for nothing unless races do.
      do --less[p];
      while (less[p] > 0 && states::is_maximal(poset, less.data(), p, less[p]) &&
             event::is_access(trace->events[poset.position(p, less[p] + 1)].operation) &&
             text.find("race") == std::string::npos);
      ASSERT_EQ(random::value_of(expression, *trace, poset, less), 0) << text << "\n" << trace->text();
    }
  }
  EXPECT_EQ(used, (std::set{Algorithm::scan, Algorithm::conjunctive, Algorithm::linear, Algorithm::stable,
                            Algorithm::max_flow, Algorithm::pairs, Algorithm::fold, Algorithm::slice,
                            Algorithm::enumerate}));
  EXPECT_GT(held, rounds / 10);
  EXPECT_LT(held, rounds);
}

bool two_differ(const GlobalState& state) {
  std::size_t with_x = 0, with_y = 0, named = 0;
  for (std::size_t t = 0; t < state.threads(); ++t) {
    with_x += state.value(t, "x") > 1;
    with_y += state.value(t, "y") == 1 && state.value(t, "never marked") == 0;
    named += state.thread_name(t)[0] == 'T';
  }
  return with_x > 0 && with_y > 0 && named > 1;
}

TEST(OnlineDetector, AsksAFunctionAsDetectDoes) {
  random::Random dice(72);
  int held = 0;
  const int rounds = 500;
  for (int round = 0; round < rounds; ++round) {
    const auto trace = random_marked_trace(dice, 2 + below(dice, 3), 1 + below(dice, 14));
    const Computation computation = trace->computation();
    const bool offline = possibly(two_differ, computation, {.workers = 1}).state.has_value();
    std::vector<finding::Finding> findings;
    OnlineDetector online({.text = "two_differ", .function = two_differ}, {.workers = 2});
    online.begin(trace->names, [&](finding::Finding f) { findings.push_back(std::move(f)); });
    online.on(0, trace->events);
    online.finish();
    ASSERT_EQ(findings.size(), offline ? 1U : 0U) << trace->text();
    if (!offline) continue;
    ++held;
    const auto run = positions_of(findings[0].witness, trace->events, trace->names);
    ASSERT_TRUE(run);
    ASSERT_EQ(check_run(trace->events, trace->names, *run, {.function = two_differ}).broken, "")
        << trace->text();
  }
  EXPECT_GT(held, rounds / 20);
  EXPECT_LT(held, rounds);
}

// Nobody looks for a while, so the backlog fills: with `drop` the answer has a doubt, and nothing waits.
TEST(OnlineDetector, WhatWasDroppedIsADoubt) {
  static std::atomic<bool> go_on;
  go_on = false;
  random::MarkedTrace trace;
  const event::ThreadId t = trace.names.threads.intern("A");
  const event::MarkId mark = trace.names.marks.intern({.values = {{"x", 1}}});
  OnlineDetector online({.text = "slow",
                         .function =
                             [](const GlobalState&) {
                               while (!go_on) std::this_thread::yield();
                               return false;
                             }},
                        {.workers = 1, .backlog = 4, .when_full = states::OnlineParaMount::WhenFull::drop});
  std::vector<finding::Finding> findings;
  online.begin(trace.names, [&](finding::Finding f) { findings.push_back(std::move(f)); });
  for (event::Position p = 0; p < 100; ++p) {
    const std::vector<event::Event> one = {event::act(t, event::Operation::mark, mark)};
    online.on(p, one);
  }
  go_on = true;
  online.finish();
  EXPECT_TRUE(findings.empty());
  ASSERT_EQ(online.doubts().size(), 1U);
  EXPECT_NE(online.doubts()[0].find("were not looked at"), std::string::npos);
}

TEST(OnlineDetector, WatchesAProgramThatNeverEnds) {
  random::MarkedTrace trace;
  const event::ThreadId threads[] = {trace.names.threads.intern("A"), trace.names.threads.intern("B")};
  const event::LockId lock = trace.names.locks.intern("l");
  event::Mark inside{.values = {{"inside", 1}}}, outside{.values = {{"inside", 0}}};
  const event::MarkId in = trace.names.marks.intern(inside), out = trace.names.marks.intern(outside);
  const std::string text = "count(inside == 1) >= 2";
  std::vector<finding::Finding> findings;
  OnlineDetector online({.text = text, .expression = *parse(text)}, {.workers = 1, .backlog = 64});
  online.begin(trace.names, [&](finding::Finding f) { findings.push_back(std::move(f)); });
  event::Position position = 0;
  for (int k = 0; k < 5000; ++k) {
    const event::ThreadId t = threads[k % 2];
    const std::vector<event::Event> turn = {
        event::act(t, event::Operation::acquire, lock), event::act(t, event::Operation::mark, in),
        event::act(t, event::Operation::mark, out), event::act(t, event::Operation::release, lock)};
    online.on(position, turn);
    position += turn.size();
  }
  online.finish();
  EXPECT_TRUE(findings.empty());
  EXPECT_TRUE(online.doubts().empty());
  // In each interval one thread alone decides.
  EXPECT_EQ(online.used(), std::set{Algorithm::scan});
}

}  // namespace
}  // namespace heddle::predict
