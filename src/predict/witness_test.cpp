// SPDX-License-Identifier: Apache-2.0
#include "predict/witness.h"

#include <gtest/gtest.h>

#include "predict/detect.h"
#include "random/marked_trace.h"

namespace heddle::predict {
namespace {

using random::below;
using random::random_marked_trace;

TEST(Witness, EveryDetectionPassesTheCheck) {
  random::Random dice(41);
  const std::vector<std::string> predicates = {
      "sum(x) > 1",        "count(y == 1) >= 2",     "race",
      "race(V2)",          "T0.x == 2 && T1.y == 1", "T1.x * T0.x > 1",
      "T0.tick > T1.tick", "max(x) - min(x) > 2",    "forall(x >= 0) && exists(y == 1)"};
  int checked = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto trace = random_marked_trace(dice, 2 + below(dice, 3), 1 + below(dice, 16));
    const std::string& text = predicates[below(dice, predicates.size())];
    const Computation computation = trace->computation(
        below(dice, 2) == 0 ? order::TracePoset::Events::all : order::TracePoset::Events::collections);
    const Expression expression = *parse(text);
    const auto found = possibly(*bind_to(expression, computation, text), computation.poset(), {.workers = 1});
    ASSERT_TRUE(found);
    if (!found->state) continue;
    ++checked;
    const std::vector<Turn> run = run_to(computation, *found->state);
    for (std::size_t k = 1; k < run.size(); ++k) ASSERT_NE(run[k].process, run[k - 1].process);
    const std::vector<event::Position> positions = positions_of(computation, run);
    const Checked good = check_run(trace->events, trace->names, positions, {&expression});
    ASSERT_EQ(good.broken, "") << text << "\n" << trace->text();
    // And the check can fail: with the predicate turned round it must.
    const std::string opposite = "!(" + text + ")";
    const Expression turned = *parse(opposite);
    ASSERT_NE(check_run(trace->events, trace->names, positions, {&turned}).broken, "");
  }
  EXPECT_GT(checked, 500);
}

TEST(Witness, ARunThatNoExecutionHasIsRefused) {
  random::MarkedTrace trace;
  const event::ThreadId a = trace.names.threads.intern("A");
  const event::ThreadId b = trace.names.threads.intern("B");
  const event::MessageId m = trace.names.messages.intern("m");
  trace.events = {event::act(a, event::Operation::send, m), event::act(b, event::Operation::receive, m)};
  const auto broken = [&](const std::vector<event::Position>& run, const std::string& predicate) {
    const Expression expression = *parse(predicate);
    return check_run(trace.events, trace.names, run, {&expression}).broken;
  };
  EXPECT_EQ(broken({0, 1}, "true"), "");
  EXPECT_NE(broken({1, 0}, "true"), "");
  EXPECT_NE(broken({1}, "true"), "");
  EXPECT_NE(broken({0, 1}, "false"), "");
}

TEST(Witness, ARunSwitchesThreadsOnlyWhereItMust) {
  // Two threads that exchange one message: A runs up to its send, then B can finish, then A.
  random::MarkedTrace trace;
  const event::ThreadId a = trace.names.threads.intern("A");
  const event::ThreadId b = trace.names.threads.intern("B");
  const event::MessageId m = trace.names.messages.intern("m");
  const event::Variable x = trace.names.variable("x");
  for (int k = 0; k < 5; ++k) {
    trace.events.push_back(event::access(a, event::Operation::read, x));
    trace.events.push_back(event::access(b, event::Operation::read, x));
  }
  trace.events.push_back(event::act(a, event::Operation::send, m));
  trace.events.push_back(event::act(b, event::Operation::receive, m));
  trace.events.push_back(event::access(b, event::Operation::read, x));
  const Computation computation = trace.computation();
  const std::vector<Turn> run = run_to(computation, computation.poset().top());
  ASSERT_EQ(run.size(), 2U);
  EXPECT_EQ(run[0].steps, 6U);
  EXPECT_EQ(run[1].steps, 7U);
}

}  // namespace
}  // namespace heddle::predict
