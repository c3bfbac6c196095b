// SPDX-License-Identifier: Apache-2.0
#include "states/enumerate.h"

#include <gtest/gtest.h>

#include "random/poset_sketch.h"

namespace heddle::states {
namespace {

using random::below;
using random::random_sketch;

TEST(Enumerate, EveryAlgorithmGivesTheSameStatesAndNumber) {
  random::Random dice(51);
  for (int round = 0; round < 500; ++round) {
    const random::PosetSketch sketch =
        random_sketch(dice, 1 + below(dice, 5), below(dice, 12), below(dice, 70));
    const Poset poset = sketch.build();
    const std::vector<State> expected = sketch.states();
    for (Algorithm algorithm : kAlgorithms) {
      std::vector<State> found;
      EXPECT_TRUE(enumerate(algorithm, poset, whole(poset), [&](const Index* state) {
        found.emplace_back(state, state + poset.processes());
        return true;
      }));
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << name(algorithm);
      for (unsigned workers : {1U, 2U}) {
        const Counted counted = count(poset, {.algorithm = algorithm, .workers = workers});
        ASSERT_TRUE(counted.complete);
        ASSERT_EQ(counted.states, expected.size()) << name(algorithm);
      }
      EXPECT_EQ(algorithm_named(name(algorithm)), algorithm);
    }
  }
}

TEST(Enumerate, FallsBackToRunsWhereADiagramGrowsTooLarge) {
  random::Random dice(52);
  const random::PosetSketch sketch = random_sketch(dice, 5, 60, 30);
  const Poset poset = sketch.build();
  const Counted exact = count(poset, {});
  const Counted fallen = count(poset, {.diagram_bytes = 1});
  EXPECT_EQ(exact.used, Algorithm::diagram);
  EXPECT_EQ(fallen.used, Algorithm::runs);
  EXPECT_TRUE(fallen.complete);
  EXPECT_EQ(exact.states, fallen.states);
}

TEST(Enumerate, AStopLeavesWhatWasCounted) {
  random::Random dice(53);
  const Poset poset = random_sketch(dice, 9, 300, 20).build();
  for (Algorithm algorithm : kAlgorithms) {
    if (algorithm == Algorithm::bfs) continue;  // a level would not fit
    int asked = 0;
    const Counted counted = count(poset, {.algorithm = algorithm, .stop = [&] { return ++asked > 2; }});
    EXPECT_FALSE(counted.complete);
    if (algorithm == Algorithm::diagram) continue;
    EXPECT_GT(counted.states, 500'000) << name(algorithm);
  }
}

}  // namespace
}  // namespace heddle::states
