// SPDX-License-Identifier: Apache-2.0
#include "states/diagram.h"

#include <gtest/gtest.h>

#include "order/trace_poset.h"
#include "random/poset_sketch.h"
#include "trace/generate_mailboxes.h"

namespace heddle::states {
namespace {

using random::below;
using random::PosetSketch;
using random::random_sketch;

bool numbers_are_right(const PosetSketch& sketch, const Interval& interval) {
  const Poset poset = sketch.build();
  const std::vector<State> expected = sketch.states(interval.low, interval.high);
  const std::optional<Diagram> diagram = Diagram::build(poset, interval, {});
  if (!diagram || diagram->count() != expected.size()) return false;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (diagram->before(expected[k].data()) != k || diagram->state(k) != expected[k]) return false;
  }
  return true;
}

TEST(Diagram, CountsAndNumbersTheStatesOfRandomPosets) {
  random::Random dice(21);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t n = below(dice, 7);
    const PosetSketch sketch =
        random_sketch(dice, std::max<std::size_t>(n, 1), below(dice, 12), below(dice, 70));
    const auto fails = [](const PosetSketch& s) {
      return !numbers_are_right(s, {State(s.processes, 0), s.top()});
    };
    if (fails(sketch)) FAIL() << shrink(sketch, fails).text();
  }
}

TEST(Diagram, CountsAndNumbersTheStatesOfIntervals) {
  random::Random dice(22);
  for (int round = 0; round < 5000; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 6), below(dice, 13), below(dice, 70));
    const Poset poset = sketch.build();
    Interval interval = whole(poset);
    for (int cut = 0; cut < 2 && poset.events() > 0; ++cut) {
      const EventRef e = poset.extension()[below(dice, poset.events())];
      if (e.index <= interval.low[e.process] || e.index > interval.high[e.process]) continue;
      const auto [without, with] = divide(poset, interval, e);
      interval = below(dice, 2) == 0 ? without : with;
    }
    ASSERT_TRUE(numbers_are_right(sketch, interval)) << sketch.text();
  }
}

TEST(Diagram, CountsBeyondSixtyFourAndOneHundredTwentyEightBits) {
  for (const std::size_t n : {3U, 20U, 40U, 70U, 100U}) {  // n independent processes of 9 events: 10^n states
    PosetSketch sketch{.processes = n};
    for (std::size_t k = 0; k < 9 * n; ++k) sketch.events.push_back({k % n, {}});
    const Poset poset = sketch.build();
    const std::optional<Diagram> diagram = Diagram::build(poset, whole(poset), {});
    ASSERT_TRUE(diagram);
    EXPECT_EQ(diagram->count().str(), "1" + std::string(n, '0'));
    EXPECT_EQ(diagram->before(poset.top().data()), diagram->count() - 1);
    EXPECT_EQ(diagram->state(diagram->count() - 1), poset.top());
  }
}

TEST(Diagram, TheNamedShapesHaveThePublishedNumbersOfStates) {
  for (const trace::MailboxShape& shape : trace::mailbox_shapes()) {
    const trace::MailboxTrace made = trace::generate_mailboxes(shape.options);
    ASSERT_EQ(made.events.size(), shape.options.events);
    order::TracePoset events(order::TracePoset::Events::all);
    events.on(0, made.events);
    const Poset poset = std::move(events).build();
    const std::optional<Diagram> diagram = Diagram::build(poset, whole(poset), {});
    ASSERT_TRUE(diagram);
    const double published = static_cast<double>(shape.states);
    EXPECT_NEAR(diagram->count().convert_to<double>() / published, 1, shape.name == "bank" ? 0 : 0.04)
        << shape.name;
  }
}

TEST(Diagram, SaysWhenALimitIsReached) {
  random::Random dice(23);
  const Poset poset = random_sketch(dice, 8, 400, 20).build();
  EXPECT_FALSE(Diagram::build(poset, whole(poset), {.bytes = 10000}));
  EXPECT_FALSE(Diagram::build(poset, whole(poset), {.stop = [] { return true; }}));
}

}  // namespace
}  // namespace heddle::states
