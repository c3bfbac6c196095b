// SPDX-License-Identifier: Apache-2.0
// Every enumeration against all vectors of digits filtered by consistency, on thousands of random posets and
// on random intervals of them; failures shrink.
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "random/poset_sketch.h"
#include "states/bfs.h"
#include "states/lex.h"
#include "states/quick_lex.h"
#include "states/runs.h"
#include "states/tree.h"

namespace heddle::states {
namespace {

using random::below;
using random::PosetSketch;
using random::random_sketch;

struct Collector {
  std::size_t processes;
  std::vector<State> states;
  bool operator()(const Index* state) {
    states.emplace_back(state, state + processes);
    return true;
  }
  bool operator()(const Index* state, Index low, Index high) {
    EXPECT_LE(low, high);
    for (Index last = low; last <= high; ++last) {
      states.emplace_back(state, state + processes);
      if (processes > 0) states.back().back() = last;
    }
    return true;
  }
};

struct StairsCollector : Collector {
  bool stairs(const Index* state, const Stairs& all) {
    for (Index g = all.low; g <= all.high; ++g) {
      State filled(state, state + processes);
      filled[processes - 2] = g;
      Collector::operator()(filled.data(), std::max(all.last_low, all.lows[g * all.stride]),
                            std::min(all.last_high, all.highs[g * all.stride]));
    }
    return true;
  }
};

using Enumerate = std::function<std::vector<State>(const Poset&, const Interval&)>;
template <class Visitor = Collector, class Function>
Enumerate collecting(Function function) {
  return [function](const Poset& poset, const Interval& interval) {
    Visitor visitor{};
    visitor.processes = poset.processes();
    EXPECT_TRUE(function(poset, interval, visitor));
    return visitor.states;
  };
}

const std::map<std::string, Enumerate>& all_enumerators() {
  static const std::map<std::string, Enumerate> all = {
      {"bfs", collecting([](auto& p, auto& i, auto& v) { return bfs(p, i, v); })},
      {"tree", collecting([](auto& p, auto& i, auto& v) { return tree(p, i, v); })},
      {"lex", collecting([](auto& p, auto& i, auto& v) { return lex(p, i, v); })},
      {"quick_lex", collecting([](auto& p, auto& i, auto& v) { return quick_lex(p, i, v); })},
      {"runs", collecting([](auto& p, auto& i, auto& v) { return runs(p, i, v); })},
      {"runs_portable", collecting([](auto& p, auto& i, auto& v) { return runs_portable(p, i, v); })},
      {"stairs", collecting<StairsCollector>([](auto& p, auto& i, auto& v) { return runs(p, i, v); })},
  };
  return all;
}

std::uint64_t size(const State& state) {
  return std::accumulate(state.begin(), state.end(), std::uint64_t{0});
}

// The order that each promises, besides having the right states: each once.
bool in_promised_order(const std::string& name, const Poset& poset, const Interval& interval,
                       const std::vector<State>& found) {
  if (name == "bfs") {
    return std::is_sorted(found.begin(), found.end(),
                          [](const State& a, const State& b) { return size(a) < size(b); });
  }
  if (name == "tree") {
    if (found.front() != interval.high) return false;
    std::set<State> seen{found.front()};
    for (std::size_t k = 1; k < found.size(); ++k) {
      State parent = found[k];
      for (EventRef e : poset.extension()) {
        if (e.index == parent[e.process] + 1 && e.index <= interval.high[e.process]) {
          ++parent[e.process];
          break;
        }
      }
      if (parent == found[k] || !seen.contains(parent)) return false;
      seen.insert(found[k]);
    }
    return true;
  }
  return std::is_sorted(found.begin(), found.end());
}

bool agrees(const std::string& name, const PosetSketch& sketch, const Interval& interval) {
  const Poset poset = sketch.build();
  std::vector<State> expected = sketch.states(interval.low, interval.high);
  std::vector<State> found = all_enumerators().at(name)(poset, interval);
  if (found.empty() || !in_promised_order(name, poset, interval, found)) return false;
  std::sort(found.begin(), found.end());
  return found == expected;  // expected has each once
}

// Two random consistent states, the lower below the upper.
Interval random_interval(random::Random& dice, const Poset& poset) {
  const auto random_state = [&] {
    State state = poset.bottom();
    for (std::size_t p = 0; p < poset.processes(); ++p) {
      if (below(dice, 2) == 0) continue;
      const Index* clock = poset.clock(p, static_cast<Index>(below(dice, poset.length(p) + 1)));
      for (std::size_t q = 0; q < state.size(); ++q) state[q] = std::max(state[q], clock[q]);
    }
    return state;
  };
  Interval interval{random_state(), random_state()};
  for (std::size_t q = 0; q < interval.low.size(); ++q) {
    interval.high[q] = std::max(interval.high[q], interval.low[q]);
  }
  return interval;
}

class EveryEnumerator : public testing::TestWithParam<std::string> {};

TEST_P(EveryEnumerator, VisitsTheStatesOfRandomPosetsOnceInItsOrder) {
  random::Random dice(7);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t n = 1 + below(dice, 5);
    const PosetSketch sketch = random_sketch(dice, n, below(dice, 13), 10 + below(dice, 60));
    if (!agrees(GetParam(), sketch, {State(n, 0), sketch.top()})) {
      const PosetSketch least = shrink(sketch, [&](const PosetSketch& s) {
        return !agrees(GetParam(), s, {State(s.processes, 0), s.top()});
      });
      FAIL() << least.text();
    }
  }
}

TEST_P(EveryEnumerator, VisitsTheStatesOfRandomIntervalsOnceInItsOrder) {
  random::Random dice(8);
  for (int round = 0; round < 5000; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 5), below(dice, 14), 10 + below(dice, 60));
    const Interval interval = random_interval(dice, sketch.build());
    ASSERT_TRUE(agrees(GetParam(), sketch, interval))
        << sketch.text() << " low " << testing::PrintToString(interval.low) << " high "
        << testing::PrintToString(interval.high);
  }
}

TEST_P(EveryEnumerator, WorksForManyProcesses) {  // beyond one vector register, beyond two
  random::Random dice(9);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 6 + below(dice, 14);
    const PosetSketch sketch = random_sketch(dice, n, 4 + below(dice, 12), 60);
    ASSERT_TRUE(agrees(GetParam(), sketch, {State(n, 0), sketch.top()})) << sketch.text();
  }
}

TEST_P(EveryEnumerator, HasOneStateForNoProcesses) {
  const Poset poset = order::PosetBuilder().build();
  EXPECT_EQ(all_enumerators().at(GetParam())(poset, whole(poset)), std::vector<State>{State{}});
}

INSTANTIATE_TEST_SUITE_P(All, EveryEnumerator, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& [name, function] : all_enumerators()) names.push_back(name);
                           return names;
                         }()),
                         [](const auto& test) { return test.param; });

TEST(Enumerators, StopWhenTheVisitorSaysSo) {
  const PosetSketch sketch{.processes = 3, .events = {{0, {}}, {1, {}}, {2, {}}, {0, {1}}}};
  const Poset poset = sketch.build();
  int calls = 0;
  auto visit = [&](const Index*) { return ++calls < 3; };
  for (int k = 0; k < 4; ++k) {
    calls = 0;
    EXPECT_FALSE(k == 0   ? bfs(poset, whole(poset), visit)
                 : k == 1 ? tree(poset, whole(poset), visit)
                 : k == 2 ? lex(poset, whole(poset), visit)
                          : quick_lex(poset, whole(poset), visit));
    EXPECT_EQ(calls, 3);
  }
  calls = 0;
  EXPECT_FALSE(runs(poset, whole(poset), [&](const Index*, Index, Index) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
}

// An interval, divided at any event of it, is the disjoint union of its parts.
TEST(Interval, DividesInTwo) {
  random::Random dice(10);
  for (int round = 0; round < 1000; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 5), 1 + below(dice, 12), 40);
    const Poset poset = sketch.build();
    const Interval interval = random_interval(dice, poset);
    for (EventRef e : poset.extension()) {
      if (e.index <= interval.low[e.process] || e.index > interval.high[e.process]) continue;
      const auto [without, with] = divide(poset, interval, e);
      std::vector<State> parts = sketch.states(without.low, without.high);
      for (const State& state : parts) ASSERT_LT(state[e.process], e.index);
      for (State& state : sketch.states(with.low, with.high)) parts.push_back(state);
      std::sort(parts.begin(), parts.end());
      ASSERT_EQ(parts, sketch.states(interval.low, interval.high));
    }
  }
}

}  // namespace
}  // namespace heddle::states
