// SPDX-License-Identifier: Apache-2.0
// The classes, deciders and enumerations of losets against brute force, and the counterexamples that refute
// the printed text.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random/loset_sketch.h"
#include "random/loset_text.h"
#include "states/decision_flow.h"
#include "states/loset_enumerate.h"
#include "states/loset_walk.h"
#include "states/reachable.h"
#include "states/state_diagram.h"

namespace heddle::states {
namespace {

using random::Digits;
using random::LosetShape;
using random::LosetSketch;

State state_of(const Digits& digits) { return {digits.begin(), digits.end()}; }

// What is wrong with our answers about this loset; empty: nothing.
std::string disagreement(const LosetSketch& sketch, std::uint64_t seed) {
  const Loset loset = random::build(sketch);
  const std::set<Digits> reachable = random::reachable_states(sketch);
  DecisionFlow flow(loset);
  std::mt19937_64 random(seed);
  std::string wrong;
  std::vector<State> strong, lock_free_states;
  const auto complain = [&](const std::string& what, const Digits& digits) {
    if (wrong.empty()) wrong = what + " at " + order::text(state_of(digits));
  };
  random::all_states(sketch, [&](const Digits& digits) {
    if (!wrong.empty()) return;
    const State state = state_of(digits);
    const bool is_reachable = reachable.count(digits) == 1;
    if (consistent(loset, state) != random::is_consistent(sketch, digits)) complain("consistent", digits);
    const bool is_feasible = random::is_feasible(sketch, digits);
    if (feasible(loset, state) != is_feasible) complain("feasible", digits);
    if (lock_free(loset, state) != random::is_lock_free(sketch, digits)) complain("lock-free", digits);
    const bool is_lock_free = lock_free_feasible(loset, state);
    const bool is_strong = flow.strongly_feasible(state), is_viable = flow.viable(state);
    if (is_strong) strong.push_back(state);
    if (is_lock_free) lock_free_states.push_back(state);
    if (is_lock_free && !is_viable) complain("lock-free but not viable", digits);
    if (is_viable && !is_reachable) complain("viable but not reachable", digits);
    if (is_reachable && !is_strong) complain("reachable but not strongly feasible", digits);
    if (sketch.threads.size() == 2 && is_strong && !is_reachable)
      complain("two threads, strongly feasible but not reachable", digits);
    const Decision decision = flow.decide(state);
    if (decision.reachable != (is_reachable ? Answer::yes : Answer::no)) complain("decide", digits);
    State greatest = loset.initial();
    random::all_states(sketch, [&](const Digits& below) {
      if (!std::equal(below.begin(), below.end(), digits.begin(), std::less_equal())) return;
      if (random::is_lock_free(sketch, below) && random::is_feasible(sketch, below))
        for (std::size_t t = 0; t < below.size(); ++t) greatest[t] = std::max(greatest[t], below[t]);
    });
    if (greatest_lock_free(loset, state) != greatest) complain("greatest lock-free", digits);
    const State reset = greatest_reset(loset, state);
    for (std::size_t t = 0; t < reset.size(); ++t)
      if (reset[t] < greatest[t] || reset[t] > state[t]) complain("reset point out of place", digits);
    if (is_feasible && reachable.count(Digits(reset.begin(), reset.end())) == 0)
      complain("a reset point can always be reached", digits);
    if (!is_strong) return;
    // The exact methods, each alone, with its run.
    for (const bool by_solver : {false, true}) {
      if (by_solver && random() % 8) continue;
      const Goal goal = exactly(state);
      const Reach found =
          by_solver ? solve(loset, greatest, goal, 100'000) : search(loset, greatest, goal, 100'000);
      if (found.answer != (is_reachable ? Answer::yes : Answer::no))
        complain(by_solver ? "solve" : "search", digits);
      State end;
      if (found.answer == Answer::yes && (!is_run(loset, greatest, found.run, &end) || end != state))
        complain("no run", digits);
    }
  });
  if (!wrong.empty()) return wrong;

  // Some threads pinned, the others anywhere.
  for (int tries = 0; tries < 4; ++tries) {
    std::vector<order::EventAt> pins;
    for (std::size_t t = 0; t < sketch.threads.size(); ++t)
      if (random() % 2) pins.push_back({t, static_cast<Index>(random() % (sketch.threads[t].size() + 1))});
    const bool expected = std::any_of(reachable.begin(), reachable.end(), [&](const Digits& digits) {
      return std::all_of(pins.begin(), pins.end(),
                         [&](const auto& pin) { return digits[pin.thread] == pin.index; });
    });
    const PinnedGoal pinned = pinned_goal(loset, pins);
    bool found = false;
    if (pinned.possible) {
      const State from = greatest_lock_free(loset, pinned.goal.least);
      const Reach searched = search(loset, from, pinned.goal, 100'000);
      const Reach solved = solve(loset, from, pinned.goal, 100'000);
      found = searched.answer == Answer::yes;
      if (searched.answer == Answer::unknown || searched.answer != solved.answer)
        return "pinned: search and solver differ";
      for (const Reach& one : {searched, solved}) {
        State end;
        if (found && !is_run(loset, from, one.run, &end)) return "pinned: no run";
        if (found)
          for (const auto& pin : pins)
            if (end[pin.thread] != pin.index) return "pinned: wrong end";
      }
    }
    if (found != expected) return expected ? "pinned: missed" : "pinned: false";
  }

  // The enumerations.
  std::vector<State> expected;
  for (const Digits& digits : reachable) expected.push_back(state_of(digits));
  const std::size_t n = loset.threads();
  std::vector<State> got;
  const auto collect = [&](const Index* state) { return got.emplace_back(state, state + n), true; };
  walk_breadth_first(loset, collect);
  std::sort(got.begin(), got.end());
  if (got != expected) return "breadth-first walk";
  got.clear();
  walk_depth_first(loset, collect);
  std::sort(got.begin(), got.end());
  if (got != expected) return "depth-first walk";
  for (const ShortCut short_cut : {ShortCut::no, ShortCut::yes}) {
    got.clear();
    loset_quick_lex(loset, Class::strongly_feasible, short_cut, collect);
    if (got != strong) return short_cut == ShortCut::yes ? "Lex2" : "Lex1";
    got.clear();
    loset_quick_lex(loset, Class::reachable, short_cut, collect);
    if (got != expected) return "lexical, reachable";
  }
  // In parallel, and with the threads in another order.
  if (random() % 4 == 0) {
    const Loset other = loset.reordered(thread_order(loset));
    for (const LosetAlgorithm algorithm : {LosetAlgorithm::bfs, LosetAlgorithm::dfs, LosetAlgorithm::lex,
                                           LosetAlgorithm::quick_lex, LosetAlgorithm::diagram})
      if (count(other, {.algorithm = algorithm, .workers = 2}).states != expected.size())
        return "count by " + std::string(name(algorithm));
    if (count(other, {.which = Class::strongly_feasible, .workers = 2}).states != strong.size())
      return "count of strongly feasible states";
  }
  // An interval between two consistent states.
  Interval interval{loset.initial(), loset.final()};
  for (State* end : {&interval.low, &interval.high}) {
    State some(n);
    for (std::size_t t = 0; t < n; ++t) some[t] = static_cast<Index>(random() % (loset.size(t) + 1));
    *end = greatest_consistent(loset, some);
  }
  for (std::size_t t = 0; t < n; ++t) {
    const std::pair<Index, Index> both = std::minmax(interval.low[t], interval.high[t]);
    std::tie(interval.low[t], interval.high[t]) = both;
  }
  std::vector<State> expected_within;
  got.clear();
  loset_quick_lex(loset, interval, Class::feasible, ShortCut::no, collect);
  random::all_states(sketch, [&](const Digits& digits) {
    bool within = random::is_feasible(sketch, digits);
    for (std::size_t t = 0; t < n; ++t)
      within = within && interval.low[t] <= digits[t] && digits[t] <= interval.high[t];
    if (within) expected_within.push_back(state_of(digits));
  });
  std::sort(expected_within.begin(), expected_within.end());
  if (got != expected_within) return "lexical, of an interval";
  const auto diagram = StateDiagram::reachable(loset, std::size_t{1} << 28);
  if (!diagram) return "diagram outgrew its bound";
  got.clear();
  diagram->runs([&](const Index* state, Index low, Index high) {
    for (Index last = low; last <= high; ++last) {
      got.emplace_back(state, state + n);
      got.back().back() = last;
    }
    return true;
  });
  if (got != expected) return "diagram";
  if (*diagram->count() != expected.size()) return "diagram's count";
  return "";
}

LosetShape shape_of(std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  LosetShape shape;
  shape.threads = 2 + below(3);
  shape.events = 4 + below(shape.threads == 2 ? 11 : 9);
  shape.locks = 1 + below(3);
  shape.edges = 0.05 * static_cast<double>(below(8));
  shape.locking = 0.4 + 0.1 * static_cast<double>(below(6));
  shape.shared = below(3) == 0 ? 0.5 : 0;
  shape.held_at_end = below(3) == 0;
  return shape;
}

// 24,000 random valid losets in eight shares, so that they run side by side.
class LosetAgreement : public testing::TestWithParam<std::uint64_t> {};
TEST_P(LosetAgreement, RandomValidLosets) {
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 3000; ++i) {
    const LosetSketch sketch = random::random_loset(random, shape_of(random));
    const std::uint64_t seed = random();
    if (disagreement(sketch, seed).empty()) continue;
    const LosetSketch small =
        random::shrink(sketch, [&](const LosetSketch& s) { return !disagreement(s, seed).empty(); });
    FAIL() << disagreement(small, seed) << "\n" << order::text(random::build(small));
  }
}
INSTANTIATE_TEST_SUITE_P(Shares, LosetAgreement, testing::Range<std::uint64_t>(1, 9));

Loset loset_of(std::string_view text) {
  auto named = order::loset_from(text);
  if (!named) throw std::runtime_error(base::describe(named.error()));
  return std::move(named->loset);
}

std::size_t count_reachable(const Loset& loset) {
  std::size_t count = 0;
  walk_breadth_first(loset, [&](const Index*) { return ++count, true; });
  return count;
}

// Algorithm 21's lines in the printed order accept this state.
TEST(LosetErrata, ResetTakesTheDifferenceBeforeItOverwrites) {
  const Loset loset = loset_of("t1: acq a rel a acq b rel b; t2: acq a acq b rel a rel b; t2.3 -> t1.3");
  const State state = {4, 3};
  DecisionFlow flow(loset);
  EXPECT_TRUE(feasible(loset, state));
  EXPECT_FALSE(flow.strongly_feasible(state));
  EXPECT_EQ(flow.decide(state).reason, Reason::cycle);
  loset_quick_lex(loset, Class::strongly_feasible, ShortCut::yes, [&](const Index* got) {
    EXPECT_FALSE(got[0] == 4 && got[1] == 3);
    return true;
  });
}

// Normalising the loset first loses the states on their way into a deadlock.
TEST(LosetErrata, StatesOnTheWayIntoADeadlockAreKept) {
  const Loset loset = loset_of("t1: . . acq b rel b .; t2: acq b . rel b .; t2.2 -> t1.4");
  bool met = false;
  loset_quick_lex(loset, Class::strongly_feasible, ShortCut::yes,
                  [&](const Index* got) { return met = met || (got[0] == 3 && got[1] == 0), true; });
  EXPECT_TRUE(met);
  DecisionFlow flow(loset);
  EXPECT_EQ(flow.decide({3, 0}).reachable, Answer::yes);
  EXPECT_FALSE(flow.viable({3, 0}));  // it cannot reach the end any more
  EXPECT_TRUE(StateDiagram::reachable(loset, 1 << 20)->contains({3, 0}));
}

// Section 6.1 ends with: a feasible state is a reset point too if nobody else takes later what it holds. This one is
// feasible, t2 is at its end, and it cannot be reached: t2 took `m` after t1 had given it back.
TEST(LosetErrata, AStateWhoseLocksNobodyTakesLaterIsNoResetPoint) {
  const Loset loset =
      loset_of("t1: acq m . acq l . rel l rel m; t2: . acq m rel m acq l rel l; t1.2 -> t2.1");
  const State state = {4, 5};
  EXPECT_TRUE(feasible(loset, state));
  EXPECT_EQ(DecisionFlow(loset).decide(state).reachable, Answer::no);
  EXPECT_EQ(DecisionFlow(loset).decide(loset.final()).reachable, Answer::yes);
}

// The other weakening there, that what it holds is never given back: from [0, 1] nobody gets to [2, 1].
TEST(LosetErrata, AStateWhoseLocksAreKeptIsNoResetPoint) {
  const Loset loset = loset_of("t1: acq m rel m .; t2: acq m . .");
  EXPECT_EQ(DecisionFlow(loset).decide({2, 1}).reachable, Answer::yes);
  EXPECT_EQ(search(loset, {0, 1}, exactly({2, 1}), 1000).answer, Answer::no);
  // Both together are enough.
  EXPECT_EQ(greatest_reset(loset, {0, 1}), (State{0, 1}));
  EXPECT_EQ(greatest_reset(loset, {1, 1}), (State{0, 0}));
  EXPECT_EQ(greatest_reset(loset, {2, 2}), (State{2, 2}));
  EXPECT_EQ(greatest_lock_free(loset, {2, 2}), (State{2, 0}));
  EXPECT_EQ(DecisionFlow(loset).decide({2, 2}).reason, Reason::lock_free);
}

TEST(LosetErrata, FourThreadsStronglyFeasibleButUnreachable) {
  const Loset loset = loset_of(R"(
    t1: acq a . . rel a
    t2: acq a . acq c rel c . rel a
    t3: acq b . acq c . rel b rel c
    t4: acq b . . rel b
    t1.2 -> t3.4; t1.2 -> t4.3; t2.2 -> t4.3; t3.2 -> t1.3; t3.2 -> t2.5; t4.2 -> t1.3; t4.2 -> t2.5)");
  const State state = {4, 6, 5, 4};
  DecisionFlow flow(loset);
  EXPECT_TRUE(feasible(loset, state));
  EXPECT_TRUE(flow.strongly_feasible(state));
  EXPECT_FALSE(flow.viable(state));
  EXPECT_EQ(flow.decide(state).reachable, Answer::no);
  EXPECT_EQ(flow.decide(loset.final()).reachable, Answer::yes);
  EXPECT_EQ(solve(loset, loset.initial(), exactly(state), 100'000).answer, Answer::no);
  EXPECT_EQ(solve(loset, loset.initial(), exactly(loset.final()), 100'000).answer, Answer::yes);
  EXPECT_EQ(count_reachable(loset), 72U);
  EXPECT_EQ(*StateDiagram::reachable(loset, 1 << 20)->count(), 72);
}

// I = J must not seed a cycle: happens-before inside one thread orders nothing.
TEST(LosetErrata, AnIntervalIsNotOrderedAgainstItself) {
  const Loset loset = loset_of("t1: acq a . rel a acq a rel a; t2: .");
  DecisionFlow flow(loset);
  EXPECT_TRUE(flow.strongly_feasible({2, 1}));
  EXPECT_TRUE(flow.strongly_feasible({5, 1}));
}

// Figure 5.2: each thread would have to release one lock before the other takes it.
TEST(LosetClasses, FeasibleButUnreachable) {
  const Loset loset = loset_of("t1: acq y acq x rel y .; t2: acq x acq y rel x .");
  DecisionFlow flow(loset);
  EXPECT_TRUE(feasible(loset, {3, 3}));
  EXPECT_EQ(flow.decide({3, 3}).reason, Reason::cycle);
  EXPECT_EQ(flow.decide({1, 1}).reachable, Answer::yes);  // the deadlock itself
}

// Figure 5.3: no cycle in the order, and yet no schedule reaches the end.
TEST(LosetClasses, ALosetThatIsNoRecording) {
  const Loset loset = loset_of(R"(
    i1: acq x . . rel x
    i2: acq x . . rel x
    i3: acq y . . rel y
    i4: acq y . . rel y
    i5: acq z . . rel z
    i6: acq z . . rel z
    i3.2 -> i1.3; i2.2 -> i4.3; i4.2 -> i2.3; i1.2 -> i3.3
    i3.2 -> i5.3; i6.2 -> i4.3; i5.2 -> i3.3; i4.2 -> i6.3
    i1.2 -> i6.3; i5.2 -> i2.3; i2.2 -> i5.3; i6.2 -> i1.3)");
  const State end = loset.final();
  EXPECT_TRUE(feasible(loset, end));
  EXPECT_FALSE(DecisionFlow(loset).end_unreachable()) << "the normal form has no cycle";
  EXPECT_EQ(search(loset, loset.initial(), exactly(end), 100'000).answer, Answer::no);
  EXPECT_EQ(solve(loset, loset.initial(), exactly(end), 100'000).answer, Answer::no);
  EXPECT_FALSE(StateDiagram::reachable(loset, 1 << 20)->contains(end));
  bool ends = false;
  walk_breadth_first(loset, [&](const Index* state) {
    return ends = ends || std::equal(end.begin(), end.end(), state), true;
  });
  EXPECT_FALSE(ends);
}

TEST(StateDiagram, CountsBeyondSixtyFourBits) {
  order::LosetBuilder builder(24);
  for (std::size_t t = 0; t < 24; ++t)
    for (int i = 0; i < 9; ++i) builder.add(t);
  const auto diagram = StateDiagram::reachable(*builder.build(), 1 << 20);
  EXPECT_EQ(diagram->count()->str(), "1" + std::string(24, '0'));
}

TEST(StateDiagram, SaysWhenItOutgrowsItsBound) {
  std::mt19937_64 random(3);
  LosetShape shape;
  shape.threads = 8, shape.events = 120, shape.locks = 3, shape.edges = 0.3;
  const Loset loset = random::build(random::random_loset(random, shape));
  EXPECT_FALSE(StateDiagram::reachable(loset, 1000).has_value());
}

}  // namespace
}  // namespace heddle::states
