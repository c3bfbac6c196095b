// SPDX-License-Identifier: Apache-2.0
#include "order/poset.h"

#include <numeric>

#include <gtest/gtest.h>

#include "random/poset_sketch.h"

namespace heddle::order {
namespace {

using random::below;
using random::PosetSketch;
using random::random_sketch;

// reach[a][b]: a is b or comes before it, by walking the sketch's arrows.
std::vector<std::vector<bool>> closure(const PosetSketch& sketch) {
  const std::size_t count = sketch.events.size();
  std::vector<std::vector<bool>> reach(count, std::vector<bool>(count, false));
  for (std::size_t b = 0; b < count; ++b) {
    reach[b][b] = true;
    std::vector<std::size_t> direct = sketch.events[b].after;
    for (std::size_t a = 0; a < b; ++a) {
      if (sketch.events[a].process == sketch.events[b].process) direct.push_back(a);
    }
    for (std::size_t d : direct) {
      for (std::size_t a = 0; a < count; ++a) reach[a][b] = reach[a][b] || reach[a][d];
    }
  }
  return reach;
}

bool clocks_are_right(const PosetSketch& sketch) {
  const Poset poset = sketch.build();
  const auto refs = sketch.refs();
  const auto reach = closure(sketch);
  for (std::size_t b = 0; b < refs.size(); ++b) {
    State clock(sketch.processes, 0);
    State independent = sketch.top();
    std::vector<EventRef> direct;
    for (std::size_t a = 0; a < refs.size(); ++a) {
      if (poset.before(refs[a], refs[b]) != reach[a][b]) return false;
      if (reach[a][b]) clock[refs[a].process] = std::max(clock[refs[a].process], refs[a].index);
      if (reach[b][a]) {
        independent[refs[a].process] = std::min(independent[refs[a].process], refs[a].index - 1);
      }
      if (a == b || !reach[a][b] || refs[a].process == refs[b].process) continue;
      bool covered = false;  // by an event in between
      for (std::size_t m = 0; m < refs.size(); ++m) {
        covered = covered || (m != a && m != b && reach[a][m] && reach[m][b]);
      }
      if (!covered) direct.push_back(refs[a]);
    }
    for (std::size_t q = 0; q < sketch.processes; ++q) {
      if (poset.clock(refs[b].process, refs[b].index)[q] != clock[q]) return false;
      if (poset.reverse(refs[b].process, refs[b].index - 1)[q] != independent[q]) return false;
    }
    auto remotes = poset.remotes(refs[b].process, refs[b].index);
    std::vector<EventRef> found(remotes.begin(), remotes.end());
    std::sort(found.begin(), found.end());
    std::sort(direct.begin(), direct.end());
    if (found != direct) return false;
  }
  for (std::size_t p = 0; p < sketch.processes; ++p) {
    for (std::size_t q = 0; q < sketch.processes; ++q) {
      if (poset.clock(p, 0)[q] != 0) return false;
      if (poset.reverse(p, poset.length(p))[q] != poset.length(q)) return false;
    }
  }
  return true;
}

TEST(Poset, ClocksReversesAndRemotesAgreeWithTheClosure) {
  random::Random dice(1);
  for (int round = 0; round < 2000; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 6), below(dice, 16), 40);
    if (!clocks_are_right(sketch)) {
      FAIL() << shrink(sketch, [](const PosetSketch& s) { return !clocks_are_right(s); }).text();
    }
  }
}

TEST(Poset, ConsistencyByClocksIsConsistencyByDefinition) {
  random::Random dice(2);
  for (int round = 0; round < 500; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 4), below(dice, 10), 50);
    const Poset poset = sketch.build();
    State state(sketch.processes);
    for (int probe = 0; probe < 50; ++probe) {
      for (std::size_t p = 0; p < state.size(); ++p) {
        state[p] = static_cast<Index>(below(dice, poset.length(p) + 1));
      }
      ASSERT_EQ(poset.consistent(state), sketch.consistent(state)) << sketch.text();
    }
  }
}

TEST(Poset, ReorderingRenamesProcessesOnly) {
  random::Random dice(3);
  for (int round = 0; round < 300; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 9), below(dice, 30), 40);
    const Poset poset = sketch.build();
    std::vector<std::size_t> order(sketch.processes);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), dice);
    const Poset other = poset.reordered(order);
    ASSERT_EQ(other.events(), poset.events());
    for (std::size_t k = 0; k < order.size(); ++k) {
      ASSERT_EQ(other.thread(k), poset.thread(order[k]));
      for (Index i = 0; i <= other.length(k); ++i) {
        ASSERT_EQ(other.position(k, i), poset.position(order[k], i));
        for (std::size_t l = 0; l < order.size(); ++l) {
          ASSERT_EQ(other.clock(k, i)[l], poset.clock(order[k], i)[order[l]]);
          ASSERT_EQ(other.reverse(k, i)[l], poset.reverse(order[k], i)[order[l]]);
        }
      }
    }
  }
}

TEST(Poset, ProcessesMayAppearLate) {
  PosetBuilder builder;
  const std::size_t a = builder.add_process(event::ThreadId(0));
  const EventRef first = builder.add(a, {}, 10);
  const std::size_t b = builder.add_process(event::ThreadId(7));
  const EventRef forks[] = {first};
  builder.add(b, forks, 11);
  const Poset poset = std::move(builder).build();
  EXPECT_EQ(poset.processes(), 2U);
  EXPECT_EQ(poset.clock(1, 1)[0], 1U);
  EXPECT_EQ(poset.clock(0, 1)[1], 0U);
  EXPECT_EQ(poset.reverse(0, 0)[1], 0U);
  EXPECT_EQ(poset.position(1, 1), 11U);
  EXPECT_EQ(poset.thread(1), event::ThreadId(7));
}

TEST(Poset, EmptyOnesWork) {
  EXPECT_EQ(PosetBuilder().build().processes(), 0U);
  PosetBuilder builder;
  builder.add_process(event::ThreadId(0));
  const Poset poset = std::move(builder).build();
  EXPECT_EQ(poset.events(), 0U);
  EXPECT_TRUE(poset.consistent(poset.bottom()));
}

}  // namespace
}  // namespace heddle::order
