// SPDX-License-Identifier: Apache-2.0
// Every algorithm against all states of the poset, each judged by definition, on random predicates of its
// class.
#include "predict/detect.h"

#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random/marked_trace.h"
#include "states/lex.h"

namespace heddle::predict {
namespace {

using random::below;
using random::MarkedTrace;
using random::random_marked_trace;

struct Grammar {
  random::Random& dice;
  std::size_t threads;

  std::size_t pick(std::size_t bound) const { return below(dice, bound); }
  std::string one_of(std::vector<std::string> words) const { return words[pick(words.size())]; }
  std::string thread() const { return fmt::format("T{}", pick(threads)); }
  std::string small() const { return std::to_string(static_cast<int>(pick(5)) - 1); }
  std::string relation() const { return one_of({"<", "<=", ">", ">=", "==", "!="}); }
  std::string local_of(const std::string& t) const {
    switch (pick(4)) {
      case 0:
        return fmt::format("{}.x {} {}", t, relation(), small());
      case 1:
        return fmt::format("({0}.x + {0}.y {1} {2})", t, relation(), small());
      case 2:
        return fmt::format("!({0}.y == 1 || {0}.x > {1})", t, small());
      default:
        return fmt::format("{}.tick >= {}", t, 1 + pick(2));
    }
  }
  std::string local() const { return local_of(thread()); }
  std::string joined(const std::string& with, const std::function<std::string()>& part) const {
    std::string result = part();
    for (std::size_t k = pick(3); k > 0; --k) result += with + part();
    return result;
  }
  std::string disjunctive() const {
    if (pick(4) == 0) return one_of({"exists(x == 2)", "max(x) >= 2", "min(x) < -1", "exists(x + y == 3)"});
    return joined(" || ", [&] { return local(); });
  }
  std::string conjunctive() const {
    if (pick(4) == 0)
      return one_of({"forall(x <= 1)", "min(x) >= 1", "forall(y == 1)", "max(x) < 1 && min(y) == 1"});
    return joined(" && ", [&] { return local(); });
  }
  std::string monotone() const {  // regular or linear sums
    return one_of({fmt::format("{}.tick - {}.tick <= {}", thread(), thread(), small()),
                   fmt::format("{}.tick {} {}.tick", thread(), one_of({"<=", ">=", "==", ">"}), thread()),
                   fmt::format("{}.x >= {}.tick", thread(), thread())});
  }
  std::string linear() const { return monotone() + (pick(2) == 0 ? " && " + conjunctive() : ""); }
  std::string stable() const {
    return one_of({fmt::format("sum(tick) >= {}", pick(5)),
                   fmt::format("count(tick >= 1) >= {}", 1 + pick(3)),
                   fmt::format("sum(tick) > {} && {}.tick >= 1", pick(4), thread())});
  }
  std::string sum() const {
    return one_of({fmt::format("sum(x) {} {}", relation(), small()),
                   fmt::format("count(y == 1) >= {}", 1 + pick(3)),
                   fmt::format("count(x > 0) {} {}", relation(), pick(4)),
                   fmt::format("2 * {}.x - {}.y > sum(y) + {}", thread(), thread(), small()),
                   fmt::format("count(y) == {}", pick(3))});
  }
  std::string sums() const {
    return joined(" && ", [&] { return pick(4) == 0 ? local() : sum(); });
  }
  std::string other() const {
    return one_of({fmt::format("{}.x * {}.y {} {}", thread(), thread(), relation(), small()),
                   fmt::format("count(x == max(x)) == {}", 1 + pick(2)), "max(x) - min(x) >= 2",
                   fmt::format("race && {}", local()), "!race && sum(x) > 1",
                   fmt::format("count(x > {}.x) >= 2", thread())});
  }
  std::string race() const { return one_of({"race", "race(V1)", "race(V2)"}); }
  std::string anything(int depth = 3) const {
    if (depth == 0 || pick(4) == 0) {
      switch (pick(7)) {
        case 0:
          return disjunctive();
        case 1:
          return conjunctive();
        case 2:
          return linear();
        case 3:
          return stable();
        case 4:
          return sum();
        case 5:
          return other();
        default:
          return race();
      }
    }
    if (pick(4) == 0) return "!(" + anything(depth - 1) + ")";
    return "(" + anything(depth - 1) + ")" + (pick(2) == 0 ? " && " : " || ") + "(" + anything(depth - 1) +
           ")";
  }
};

std::vector<State> satisfying(const std::string& text, const MarkedTrace& trace, const Poset& poset) {
  const Expression expression = *parse(text);
  std::vector<State> result;
  states::lex(poset, states::whole(poset), [&](const Index* digits) {
    const State state(digits, digits + poset.processes());
    if (random::value_of(expression, trace, poset, state) != 0) result.push_back(state);
    return true;
  });
  return result;
}

bool below_or_equal(const State& a, const State& b) {
  for (std::size_t p = 0; p < a.size(); ++p) {
    if (a[p] > b[p]) return false;
  }
  return true;
}

// Asks `rounds` random predicates of one class. `allowed`: what may be used for it; empty: anything.
void compare(std::uint64_t seed, int rounds, const std::function<std::string(const Grammar&)>& predicate,
             const std::set<Algorithm>& allowed, const DetectOptions& options = {}) {
  random::Random dice(seed);
  int held = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t threads = 1 + below(dice, 4);
    const auto trace = random_marked_trace(dice, threads, 1 + below(dice, 10));
    const Computation computation = trace->computation();
    const Poset& poset = computation.poset();
    const std::string text = predicate(Grammar{dice, threads});
    SCOPED_TRACE(text + "\n" + trace->text());
    const auto expression = parse(text);
    ASSERT_TRUE(expression) << expression.error().message;
    const auto bound = bind_to(*expression, computation, text);
    ASSERT_TRUE(bound) << bound.error().message;
    const std::vector<State> truth = satisfying(text, *trace, poset);
    const auto found = possibly(*bound, poset, options);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(found->complete);
    ASSERT_EQ(found->state.has_value(), !truth.empty());
    for (Algorithm used : found->used) {
      ASSERT_TRUE(allowed.empty() || allowed.contains(used)) << name(used);
    }
    if (truth.empty()) continue;
    ++held;
    ASSERT_NE(std::find(truth.begin(), truth.end(), *found->state), truth.end()) << "it does not hold there";
    for (std::size_t p = 0; p < poset.processes(); ++p) {  // no event can be taken back
      State smaller = *found->state;
      if (smaller[p]-- == 0) continue;
      ASSERT_EQ(std::find(truth.begin(), truth.end(), smaller), truth.end());
    }
    if (found->used == std::set<Algorithm>{Algorithm::conjunctive} ||
        found->used == std::set<Algorithm>{Algorithm::linear}) {
      const Formula formula = take_apart(*bound, poset);
      for (const State& other : truth) {
        ASSERT_TRUE(formula.disjuncts.size() > 1 || below_or_equal(*found->state, other)) << "not the least";
      }
    }
  }
  EXPECT_GT(held, rounds / 20);
  EXPECT_LT(held, rounds);
}

TEST(Detect, DisjunctiveIsAScan) {
  compare(1, 2000, [](const Grammar& g) { return g.disjunctive(); }, {Algorithm::scan});
}
TEST(Detect, ConjunctiveAdvancesACut) {
  compare(2, 3000, [](const Grammar& g) { return g.conjunctive(); },
          {Algorithm::scan, Algorithm::conjunctive});
}
TEST(Detect, LinearAdvancesACut) {
  compare(3, 3000, [](const Grammar& g) { return g.linear(); },
          {Algorithm::scan, Algorithm::conjunctive, Algorithm::linear, Algorithm::slice});
}
TEST(Detect, StableLooksAtTheEnd) {
  compare(4, 2000, [](const Grammar& g) { return g.stable(); },
          {Algorithm::scan, Algorithm::conjunctive, Algorithm::linear, Algorithm::stable});
}
TEST(Detect, OneSumIsAFlow) {
  compare(5, 4000, [](const Grammar& g) { return g.sum(); },
          {Algorithm::scan, Algorithm::conjunctive, Algorithm::linear, Algorithm::stable, Algorithm::max_flow,
           Algorithm::fold});
}
TEST(Detect, SeveralSumsAreFolded) {
  compare(6, 4000, [](const Grammar& g) { return g.sums(); },
          {Algorithm::scan, Algorithm::conjunctive, Algorithm::linear, Algorithm::stable, Algorithm::max_flow,
           Algorithm::fold, Algorithm::slice});
}
TEST(Detect, RacesArePairs) {
  compare(7, 2000, [](const Grammar& g) { return g.race(); }, {Algorithm::pairs});
}
TEST(Detect, ARaceIsOfAVariableItsMembersOrAnAddress) {
  event::Names names;
  names.add_region({.address = 0x1000, .size = 16, .kind = event::Region::Kind::global, .name = "pair"});
  const event::Variable second{.address = 0x1008, .size = 4};
  for (const char* name : {"", "pair", "pair+8", "0x1008", "0x100b"})
    EXPECT_TRUE(is_about(names, second, name)) << name;
  for (const char* name : {"pai", "pair+4", "pair+80", "0x1000", "0x100c", "0xpair", "pairs"})
    EXPECT_FALSE(is_about(names, second, name)) << name;
}
TEST(Detect, ARaceOfWhatNobodyAccessesIsAMistake) {
  random::Random dice(77);
  const auto trace = random_marked_trace(dice, 2, 40);
  const Computation computation = trace->computation();
  EXPECT_TRUE(check_races(*parse("race || race(V1) && T0.x == 1"), computation, ""));
  const std::string slip = "T0.x == 1 || race(V17)";
  const auto checked = check_races(*parse(slip), computation, slip);
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().message.find("nobody accesses 'V17'"), std::string::npos);
}
TEST(Detect, TheRestIsEnumerated) {
  compare(8, 2000, [](const Grammar& g) { return g.other(); }, {}, {.workers = 2});
}
TEST(Detect, AnythingIsDecided) {
  compare(9, 5000, [](const Grammar& g) { return g.anything(); }, {}, {.workers = 1});
}
TEST(Detect, EnumerationDecidesEverything) {
  compare(10, 2000, [](const Grammar& g) { return g.anything(); }, {Algorithm::enumerate},
          {.algorithm = Algorithm::enumerate, .workers = 1});
}
TEST(Detect, FoldHandsOverWhenItGrowsTooLarge) {
  compare(11, 500, [](const Grammar& g) { return g.sums(); }, {}, {.workers = 1, .fold_bytes = 1});
}
TEST(Detect, FoldDecidesSumsThatHaveFasterWays) {
  compare(12, 2000, [](const Grammar& g) { return g.pick(2) == 0 ? g.sums() : g.linear(); }, {},
          {.algorithm = Algorithm::fold, .workers = 1});
}

// Merged events have fewer states but the same answers, as long as no predicate looks at single accesses.
TEST(Detect, CollectionsGiveTheSameAnswers) {
  random::Random dice(13);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t threads = 1 + below(dice, 4);
    const auto trace = random_marked_trace(dice, threads, 1 + below(dice, 12));
    const Grammar grammar{dice, threads};
    const std::string text = grammar.pick(3) == 0 ? grammar.race() : grammar.sums();
    bool answers[2];
    for (int k = 0; k < 2; ++k) {
      const Computation computation = trace->computation(k == 0 ? order::TracePoset::Events::all
                                                                : order::TracePoset::Events::collections);
      const Expression expression = *parse(text);
      const auto found =
          possibly(*bind_to(expression, computation, text), computation.poset(), {.workers = 1});
      ASSERT_TRUE(found);
      answers[k] = found->state.has_value();
    }
    ASSERT_EQ(answers[0], answers[1]) << text << "\n" << trace->text();
  }
}

TEST(Detect, SaysWhichAlgorithmAPredicateDeserves) {
  random::Random dice(14);
  const auto trace = random_marked_trace(dice, 3, 20);
  const Computation computation = trace->computation();
  const std::string text = "sum(x) == 1 && T0.x * T1.x == 2";
  const auto wrong = possibly(*bind_to(*parse(text), computation, text), computation.poset(),
                              {.algorithm = Algorithm::conjunctive});
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("'enumerate'"), std::string::npos);
}

TEST(Detect, AStopMakesNoIncomplete) {
  random::Random dice(15);
  const auto trace = random_marked_trace(dice, 4, 400);
  const Computation computation = trace->computation();
  const std::string text = "T0.x * T1.y > 100";
  const auto stopped = possibly(*bind_to(*parse(text), computation, text), computation.poset(),
                                {.workers = 2, .stop = [] { return true; }});
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(stopped->complete);
  EXPECT_FALSE(stopped->state);
}

// By definition: no run avoids the states in which it holds.
bool avoidable(const std::vector<State>& holds, const Poset& poset) {
  const auto forbidden = [&](const State& state) {
    return std::find(holds.begin(), holds.end(), state) != holds.end();
  };
  std::set<State> seen;
  std::vector<State> stack;
  if (!forbidden(poset.bottom())) stack.push_back(poset.bottom());
  while (!stack.empty()) {
    const State state = stack.back();
    stack.pop_back();
    if (state == poset.top()) return true;
    for (std::size_t p = 0; p < state.size(); ++p) {
      State next = state;
      if (next[p]++ == poset.length(p) || !poset.consistent(next) || forbidden(next)) continue;
      if (seen.insert(next).second) stack.push_back(next);
    }
  }
  return false;
}

TEST(Detect, DefinitelyMeansThatNoRunAvoidsIt) {
  random::Random dice(16);
  int definite = 0, by_levels = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t threads = 1 + below(dice, 3);
    const auto trace = random_marked_trace(dice, threads, 1 + below(dice, 12));
    const Computation computation = trace->computation();
    const Grammar grammar{dice, threads};
    const std::string text = round % 2 == 0 ? grammar.conjunctive() : grammar.anything();
    const Expression expression = *parse(text);
    const Detection found =
        definitely(expression, *bind_to(expression, computation, text), computation.poset(), {});
    const std::vector<State> truth = satisfying(text, *trace, computation.poset());
    ASSERT_EQ(found.state.has_value(), !avoidable(truth, computation.poset())) << text << "\n"
                                                                               << trace->text();
    if (!found.state) continue;
    ++definite;
    by_levels += found.used.contains(Algorithm::levels) ? 1 : 0;
    ASSERT_NE(std::find(truth.begin(), truth.end(), *found.state), truth.end());
  }
  EXPECT_GT(definite, 100);
  EXPECT_GT(by_levels, 100);
}

}  // namespace
}  // namespace heddle::predict
