// SPDX-License-Identifier: Apache-2.0
#include "prove/fixpoint/fixed_point.h"

#include <gtest/gtest.h>

#include "prove/concrete/concrete.h"
#include "prove/front/builder.h"

namespace heddle::prove {
namespace {

using namespace ops;

// Treiber's stack; `tagged`: with version counters.
Program treiber(bool tagged) {
  Builder b("treiber", Kind::stack);
  const Variable top_of_stack = b.shared("ToS");
  b.edge(b.entry(), kIdle, {});

  b.function("push", Role::input);
  {
    const Variable node = b.pointer("node");
    const Variable top = b.pointer("top");
    const int age = b.age("age");
    const NodeId loop = b.node();
    const NodeId linked = b.node();
    b.edge(b.entry(), loop, {allocate(node), store_data(node, b.here().parameter)}, 0, 1);
    const NodeId read = b.node();
    b.edge(loop, read,
           tagged ? std::vector{load_age(age, top_of_stack), assign(top, top_of_stack)}
                  : std::vector{assign(top, top_of_stack)},
           0, 2);
    b.edge(read, linked, {store_next(node, top)}, 0, 3);
    std::vector<Op> hit = {equal(top_of_stack, top), assign(top_of_stack, node)};
    if (tagged) hit.insert(hit.begin(), same_age(age, top_of_stack)), hit.push_back(raise_age(top_of_stack));
    hit.push_back(linearize(b.here().parameter));
    b.edge(linked, kIdle, hit, 0, 4);
    if (tagged) {
      b.edge(linked, loop, {other_age(age, top_of_stack)}, 0, 5);
      b.edge(linked, loop, {same_age(age, top_of_stack), different(top_of_stack, top)}, 0, 5);
    } else {
      b.edge(linked, loop, {different(top_of_stack, top)}, 0, 5);
    }
  }
  b.function("pop", Role::output);
  {
    const Variable node = b.pointer("node");
    const Variable top = b.pointer("top");
    const int age = b.age("age");
    const int out = b.data("out");
    const NodeId read = b.node();
    const NodeId next = b.node();
    const NodeId popped = b.node();
    const NodeId got = b.node();
    std::vector<Op> load = {assign(top, top_of_stack)};
    if (tagged) load.insert(load.begin(), load_age(age, top_of_stack));
    std::vector<Op> empty = load;
    empty.push_back(equal(top, kNull));
    empty.push_back(linearize(kEmptyData));
    b.edge(b.entry(), kIdle, empty, kEmptyData, 10);
    load.push_back(different(top, kNull));
    b.edge(b.entry(), read, load, 0, 10);
    b.edge(read, next, {load_next(node, top)}, 0, 11);
    std::vector<Op> hit = {equal(top_of_stack, top), assign(top_of_stack, node)};
    if (tagged) hit.insert(hit.begin(), same_age(age, top_of_stack)), hit.push_back(raise_age(top_of_stack));
    hit.push_back(load_data(out, top));
    hit.push_back(linearize(out));
    b.edge(next, popped, hit, 0, 12);
    if (tagged) {
      b.edge(next, b.entry(), {other_age(age, top_of_stack)}, 0, 12);
      b.edge(next, b.entry(), {same_age(age, top_of_stack), different(top_of_stack, top)}, 0, 12);
    } else {
      b.edge(next, b.entry(), {different(top_of_stack, top)}, 0, 12);
    }
    b.edge(popped, got, {load_data(out, top)}, 0, 13);
    b.edge(got, kIdle, {release(top)}, out, 14);
  }
  return b.program();
}

Outcome prove_all(const Program& program, Memory memory) {
  Options options;
  options.memory = memory;
  Outcome outcome;
  for (auto rule : {Observer::Rule::values, Observer::Rule::order, Observer::Rule::undefined}) {
    Statistics before = outcome.statistics;
    outcome = saturate(program, Observer(rule, program.kind), options);
    outcome.statistics += before;
    if (!outcome.is_proved) return outcome;
  }
  return outcome;
}

TEST(FixedPoint, TreiberUnderCollection) { EXPECT_TRUE(prove_all(treiber(false), Memory::gc).is_proved); }
TEST(FixedPoint, TreiberWithVersionCountersUnderExplicitMemory) {
  EXPECT_TRUE(prove_all(treiber(true), Memory::own).is_proved);
  EXPECT_TRUE(prove_all(treiber(true), Memory::mm).is_proved);
}
TEST(FixedPoint, TreiberWithoutVersionCountersUnderExplicitMemory) {
  EXPECT_FALSE(prove_all(treiber(false), Memory::own).is_proved);
  EXPECT_FALSE(prove_all(treiber(false), Memory::mm).is_proved);
}
TEST(FixedPoint, StackIsNoQueue) {
  Program program = treiber(false);
  program.kind = Kind::queue;
  EXPECT_FALSE(prove_all(program, Memory::gc).is_proved);
}

TEST(FixedPoint, TheOracleAgreesOnTreiber) {
  for (int threads = 2; threads <= 3; ++threads)
    for (bool tagged : {false, true})
      for (bool is_explicit : {false, true}) {
        Bounds bounds;
        bounds.threads = threads;
        bounds.calls = bounds.total_calls = threads == 2 ? 6 : 3;
        bounds.explicit_memory = is_explicit;
        const auto result = explore(treiber(tagged), bounds);
        EXPECT_TRUE(result.is_complete);
        // Reuse of a cell makes the exchange succeed that should fail: it takes six calls.
        EXPECT_EQ(result.violation.has_value(), !tagged && is_explicit && threads == 2);
      }
}

// Whole views instead of effects, and steps that cannot be felt, change the work and not the answer.
TEST(FixedPoint, SummariesAndPruningKeepTheAnswer) {
  for (bool tagged : {false, true})
    for (Memory memory : {Memory::gc, Memory::own}) {
      Options options;
      options.memory = memory;
      const Observer observer(Observer::Rule::values, Kind::stack);
      const Outcome usual = saturate(treiber(tagged), observer, options);
      options.summaries = false;
      const Outcome whole = saturate(treiber(tagged), observer, options);
      options.summaries = true;
      options.pruning = false;
      const Outcome unpruned = saturate(treiber(tagged), observer, options);
      options.pruning = true;
      options.threads = 2;
      const Outcome parallel = saturate(treiber(tagged), observer, options);
      EXPECT_EQ(usual.is_proved, tagged || memory == Memory::gc);
      EXPECT_EQ(whole.is_proved, usual.is_proved);
      EXPECT_EQ(unpruned.is_proved, usual.is_proved);
      EXPECT_EQ(parallel.is_proved, usual.is_proved);
      if (!usual.is_proved) continue;
      EXPECT_EQ(parallel.statistics.views, usual.statistics.views);
      EXPECT_GE(unpruned.statistics.interference_steps, usual.statistics.interference_steps);
    }
}

}  // namespace
}  // namespace heddle::prove
