// SPDX-License-Identifier: Apache-2.0
// Online is offline: the same answer on the same events.
#include "predict/online_detector.h"

#include <gtest/gtest.h>

#include "predict/detect.h"
#include "random/marked_trace.h"

namespace heddle::predict {
namespace {

using random::below;
using random::random_marked_trace;

TEST(OnlineDetector, GivesTheAnswerOfDetect) {
  random::Random dice(71);
  const std::vector<std::string> predicates = {
      "sum(x) > 2",        "count(y == 1) >= 2", "T0.x == 2 && T1.y == 1",           "T1.x * T0.x > 1",
      "T0.tick > T1.tick", "max(x) * 2 > 3",     "forall(x >= 0) && exists(y == 1)", "sum(tick) == 3",
      "count(x > 1) == 1"};
  int held = 0;
  const int rounds = 1000;
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
        expression, text,
        {.workers = 1 + static_cast<unsigned>(below(dice, 2)), .backlog = 1 + below(dice, 8)});
    online.begin(trace->names, [&](finding::Finding f) { findings.push_back(std::move(f)); });
    const std::size_t cut = below(dice, trace->events.size() + 1);  // in two batches
    const std::span<const event::Event> events(trace->events);
    online.on(0, events.first(cut));
    online.on(cut, events.subspan(cut));
    online.finish();
    ASSERT_TRUE(online.doubts().empty());
    ASSERT_EQ(findings.size(), offline->state ? 1U : 0U) << text << "\n" << trace->text();
    if (findings.empty()) continue;
    ++held;
    State state(computation.poset().processes());
    for (std::size_t p = 0; p < state.size(); ++p) {
      for (const auto& [thread, done] : findings[0].witness.state) {
        if (thread == computation.thread_name(p)) state[p] = static_cast<Index>(done);
      }
    }
    ASSERT_TRUE(computation.poset().consistent(state));
    ASSERT_NE(random::value_of(expression, *trace, computation.poset(), state), 0) << text << "\n"
                                                                                   << trace->text();
  }
  EXPECT_GT(held, rounds / 10);
  EXPECT_LT(held, rounds);
}

TEST(OnlineDetector, WatchesAProgramThatNeverEnds) {
  random::MarkedTrace trace;
  const event::ThreadId threads[] = {trace.names.threads.intern("A"), trace.names.threads.intern("B")};
  const event::LockId lock = trace.names.locks.intern("l");
  event::Mark inside{.values = {{"inside", 1}}}, outside{.values = {{"inside", 0}}};
  const event::MarkId in = trace.names.marks.intern(inside), out = trace.names.marks.intern(outside);
  const std::string text = "count(inside == 1) >= 2";
  std::vector<finding::Finding> findings;
  OnlineDetector online(*parse(text), text, {.workers = 1, .backlog = 64});
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
  EXPECT_GE(online.states(), position);
}

}  // namespace
}  // namespace heddle::predict
