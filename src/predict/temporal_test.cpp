// SPDX-License-Identifier: Apache-2.0
// Properties against their definition, on random traces: each operator by recursion from the start, with the state's own
// followers, without levels or bits. And the explanations: the run is one, ends where it says, and shows what is claimed.
#include "predict/temporal.h"

#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predict/detect.h"
#include "predict/property_finding.h"
#include "random/marked_trace.h"

namespace heddle::predict {
namespace {

using random::below;
using random::MarkedTrace;
using random::random_marked_trace;
using Kind = Expression::Kind;

class ByDefinition {
 public:
  ByDefinition(const MarkedTrace& trace, const Poset& poset) : trace_(trace), poset_(poset) {}

  bool holds(const Expression& part, const State& state) {
    const auto [found, is_new] = known_.try_emplace({&part, state}, false);
    if (!is_new) return found->second;
    const bool value = evaluate(part, state);
    return known_[{&part, state}] = value;
  }

 private:
  bool evaluate(const Expression& part, const State& state) {
    const auto operand = [&](std::size_t k, const State& where) { return holds(part.operands[k], where); };
    std::vector<State> followers;
    for (std::size_t p = 0; p < state.size(); ++p) {
      State next = state;
      if (next[p]++ < poset_.length(p) && poset_.consistent(next)) followers.push_back(next);
    }
    const bool ends = followers.empty();
    const auto all = [&] {
      return std::all_of(followers.begin(), followers.end(),
                         [&](const State& each) { return holds(part, each); });
    };
    const auto some = [&] {
      return std::any_of(followers.begin(), followers.end(),
                         [&](const State& each) { return holds(part, each); });
    };
    switch (part.kind) {
      case Kind::all_always:
        return operand(0, state) && all();
      case Kind::some_sometime:
        return operand(0, state) || some();
      case Kind::all_sometime:
        return operand(0, state) || (!ends && all());
      case Kind::some_always:
        return operand(0, state) && (ends || some());
      case Kind::all_until:
        return operand(1, state) || (operand(0, state) && !ends && all());
      case Kind::some_until:
        return operand(1, state) || (operand(0, state) && some());
      case Kind::logical_not:
        return !operand(0, state);
      case Kind::both:
        return operand(0, state) && operand(1, state);
      case Kind::either:
        return operand(0, state) || operand(1, state);
      default:
        return random::value_of(part, trace_, poset_, state) != 0;
    }
  }

  const MarkedTrace& trace_;
  const Poset& poset_;
  std::map<std::pair<const Expression*, State>, bool> known_;
};

std::string random_property(random::Random& dice, std::size_t threads, int depth) {
  const auto inner = [&] { return random_property(dice, threads, depth - 1); };
  if (depth == 0 || below(dice, 6) == 0) {
    const std::size_t t = below(dice, threads);
    switch (below(dice, 5)) {
      case 0:
        return fmt::format("T{}.x >= {}", t, below(dice, 3));
      case 1:
        return fmt::format("sum(x) == {}", below(dice, 4));
      case 2:
        return fmt::format("count(y == 1) <= {}", below(dice, 3));
      case 3:
        return fmt::format("T{}.tick < {}", t, 1 + below(dice, 3));
      default:
        return "race";
    }
  }
  switch (below(dice, 10)) {
    case 0:
      return "AG(" + inner() + ")";
    case 1:
      return "EF(" + inner() + ")";
    case 2:
      return "AF(" + inner() + ")";
    case 3:
      return "EG(" + inner() + ")";
    case 4:
      return "AU(" + inner() + ", " + inner() + ")";
    case 5:
      return "EU(" + inner() + ", " + inner() + ")";
    case 6:
      return "!(" + inner() + ")";
    case 7:
      return "(" + inner() + ") && (" + inner() + ")";
    default:
      return "(" + inner() + ") || (" + inner() + ")";
  }
}

// The run is one, and every state on it that something is said about is as is said.
void follow(const Expression& property, const PropertyAnswer& answer, ByDefinition& truth, const Poset& poset,
            const std::string& text) {
  std::vector<State> states = {poset.bottom()};
  for (const EventRef event : answer.run) {
    State next = states.back();
    ASSERT_EQ(++next[event.process], event.index) << text;
    ASSERT_TRUE(poset.consistent(next)) << text;
    states.push_back(next);
  }
  std::size_t before = 0;
  for (const Shown& each : answer.shown) {
    ASSERT_LE(before, each.after) << text;
    before = each.after;
    ASSERT_EQ(temporal_operators(*each.part), 0U) << text;
    ASSERT_EQ(truth.holds(*each.part, states[each.after]), each.holds) << text;
  }
  if (answer.rest) {
    ASSERT_EQ(truth.holds(*answer.rest->part, states[answer.rest->after]), answer.rest->holds) << text;
  }
  // What was seen is enough to know better without a look at the rest: single operators are told by their run alone.
  const Expression& p = property.operands.empty() ? property : property.operands[0];
  if (property.kind == Kind::all_always && !answer.holds && temporal_operators(p) == 0) {
    ASSERT_FALSE(truth.holds(p, states.back())) << text;
  }
  if (property.kind == Kind::all_sometime && !answer.holds) {
    ASSERT_EQ(states.back(), poset.top()) << text;
    for (const State& each : states) ASSERT_FALSE(truth.holds(p, each)) << text;
  }
}

// With so little room that levels are gone when they are wanted, too.
TEST(Temporal, IsWhatTheDefinitionSays) {
  random::Random dice(20);
  int yes = 0, no = 0, runs = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t threads = 1 + below(dice, 3);
    const auto trace = random_marked_trace(dice, threads, 1 + below(dice, 12));
    const Computation computation = trace->computation();
    const std::string text = random_property(dice, threads, 1 + static_cast<int>(below(dice, 3)));
    const Expression property = *parse_property(text);
    const auto bound = bind_to(property, computation, text);
    if (!bound) continue;  // no such mark
    PropertyOptions options;
    if (round % 3 == 0) options.bytes = 1;
    const PropertyAnswer answer = decide(property, *bound, computation.poset(), options);
    ByDefinition truth(*trace, computation.poset());
    ASSERT_TRUE(answer.complete);
    ASSERT_EQ(answer.holds, truth.holds(property, computation.poset().bottom())) << text << "\n"
                                                                                 << trace->text();
    ASSERT_NO_FATAL_FAILURE(
        follow(property, answer, truth, computation.poset(), text + "\n" + trace->text()));
    (answer.holds ? yes : no) += 1;
    runs += answer.run.empty() ? 0 : 1;
    if (!answer.holds) finding_of(computation, text, property, answer);  // checked there by other means
  }
  EXPECT_GT(yes, 500);
  EXPECT_GT(no, 500);
  EXPECT_GT(runs, 500);
}

// Whatever a thread does between two marks or synchronisations can be one event: no state that marks tell apart is lost.
TEST(Temporal, CollectionsGiveTheSameAnswers) {
  random::Random dice(21);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t threads = 1 + below(dice, 3);
    const auto trace = random_marked_trace(dice, threads, 1 + below(dice, 12));
    const std::string text = random_property(dice, threads, 2);
    const Expression property = *parse_property(text);
    std::optional<bool> answers[2];
    for (int k = 0; k < 2; ++k) {
      const Computation computation = trace->computation(k == 0 ? order::TracePoset::Events::all
                                                                : order::TracePoset::Events::collections);
      const auto bound = bind_to(property, computation, text);
      if (!bound) continue;
      const PropertyAnswer answer = decide(property, *bound, computation.poset(), {});
      answers[k] = answer.holds;
      if (!answer.holds) finding_of(computation, text, property, answer);
    }
    // Where threads stand while they race is what collections do not tell apart.
    if (text.find("race") == std::string::npos) {
      ASSERT_EQ(answers[0], answers[1]) << text << "\n" << trace->text();
    }
  }
}

TEST(Temporal, IsForPropertiesOnly) {
  const auto refused = parse("AG(T1.x == 1)");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("--property"), std::string::npos);
  for (const char* text : {"AG()", "AU(true)", "AG(true, true)", "count(AG(true)) > 1", "AG(x == 1)"})
    EXPECT_FALSE(parse_property(text)) << text;
}

TEST(Temporal, StopsWhenItIsAskedTo) {
  random::Random dice(3);
  const auto trace = random_marked_trace(dice, 4, 120);
  const Computation computation = trace->computation();
  const std::string text = "AG(EF(race) || sum(tick) >= 0)";
  const Expression property = *parse_property(text);
  const auto bound = bind_to(property, computation, text);
  ASSERT_TRUE(bound);
  EXPECT_FALSE(decide(property, *bound, computation.poset(), {.stop = [] { return true; }}).complete);
}

}  // namespace
}  // namespace heddle::predict
