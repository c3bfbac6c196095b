// SPDX-License-Identifier: Apache-2.0
#include "states/para_mount.h"

#include <atomic>
#include <mutex>

#include <gtest/gtest.h>

#include "random/poset_sketch.h"
#include "states/bfs.h"
#include "states/lex.h"
#include "states/process_order.h"
#include "states/quick_lex.h"
#include "states/tree.h"

namespace heddle::states {
namespace {

using random::below;
using random::PosetSketch;
using random::random_sketch;

// All states that ParaMount hands out, sorted; a state handed out twice shows twice.
std::vector<State> in_parallel(const Poset& poset, double grain, unsigned workers, int algorithm) {
  std::mutex mutex;
  std::vector<State> found;
  const auto visit = [&](const Index* state) {
    const std::lock_guard lock(mutex);
    found.emplace_back(state, state + poset.processes());
    return true;
  };
  const ParaMount para_mount{.workers = workers, .grain = grain, .enumerate = [&](const Interval& interval) {
                               switch (algorithm) {
                                 case 0:
                                   return bfs(poset, interval, visit);
                                 case 1:
                                   return tree(poset, interval, visit);
                                 case 2:
                                   return lex(poset, interval, visit);
                                 default:
                                   return quick_lex(poset, interval, visit);
                               }
                             }};
  EXPECT_TRUE(para_mount.run(poset));
  std::sort(found.begin(), found.end());
  return found;
}

TEST(ParaMount, UnionOfIntervalsIsEveryStateOnce) {
  random::Random dice(31);
  for (int round = 0; round < 5000; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 5), below(dice, 12), below(dice, 70));
    const double grain = below(dice, 2) == 0 ? 1e9 : 1.0 + static_cast<double>(below(dice, 20));
    const unsigned workers = 1 + static_cast<unsigned>(below(dice, 3));
    const int algorithm = static_cast<int>(below(dice, 4));
    const auto fails = [&](const PosetSketch& s) {
      return in_parallel(s.build(), grain, workers, algorithm) != s.states();
    };
    if (fails(sketch)) FAIL() << algorithm << ": " << shrink(sketch, fails).text();
  }
}

TEST(ParaMount, StopsEveryWorker) {
  random::Random dice(32);
  const Poset poset = random_sketch(dice, 6, 200, 20).build();
  std::atomic<int> intervals = 0;
  const ParaMount para_mount{
      .workers = 2, .grain = 1000, .enumerate = [&](const Interval&) { return ++intervals < 5; }};
  EXPECT_FALSE(para_mount.run(poset));
  EXPECT_LE(intervals, 7);
}

TEST(ParaMount, EstimateIsUnbiased) {
  random::Random dice(33);
  for (int round = 0; round < 20; ++round) {
    const PosetSketch sketch = random_sketch(dice, 4, 14, 30);
    const Poset poset = sketch.build();
    const double truth = static_cast<double>(sketch.states().size());
    EXPECT_NEAR(estimate(poset, whole(poset), 20000), truth, 0.1 * truth);
  }
}

TEST(ProcessOrder, NamesEveryProcessOnceAndPutsTheFreestLast) {
  random::Random dice(34);
  for (int round = 0; round < 100; ++round) {
    const Poset poset = random_sketch(dice, 1 + below(dice, 9), below(dice, 40), 40).build();
    std::vector<std::size_t> order = process_order(poset);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), poset.processes());
    for (std::size_t k = 0; k < order.size(); ++k) ASSERT_EQ(order[k], k);
  }
  // 0 and 2 exchange messages at every step, 1 is on its own.
  PosetSketch sketch{.processes = 3};
  for (std::size_t k = 0; k < 30; ++k)
    sketch.events.push_back({k % 3, k < 3 ? std::vector<std::size_t>{}
                                          : std::vector<std::size_t>{k % 3 == 0   ? k - 1
                                                                     : k % 3 == 2 ? k - 2
                                                                                  : k - 3}});
  EXPECT_EQ(process_order(sketch.build()).back(), 1U);
}

}  // namespace
}  // namespace heddle::states
