// SPDX-License-Identifier: Apache-2.0
// The exploration of execution graphs against all graphs that the axioms allow, on random programs: the same set,
// each exactly once; and against numbers of executions that are known from the literature.
#include <cstdlib>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "agree/axioms.h"
#include "agree/explored.h"
#include "explore/dpor.h"
#include "runtime/host/witness_graph.h"

namespace heddle {
namespace {

using explore::ExecutionGraph;
using weak::Instruction;
using enum event::MemoryOrder;

using agree::Counts;
using agree::explore_all;
using agree::Explored;

std::string difference(const weak::Program& program, const std::string& model, bool* skipped) {
  const axioms::Executions expected = axioms::enumerate(program, model, 20000);
  *skipped = expected.too_many;
  if (expected.too_many) return "";
  const Explored explored = explore_all(program, model, expected.complete.size() * 2 + 100);
  if (!explored.wrong.empty()) return explored.wrong;
  for (const auto& [key, count] : explored.complete) {
    if (count > 1) return fmt::format("explored {} times:\n{}", count, key);
    if (!expected.complete.contains(key)) return "explored, but not allowed:\n" + key;
  }
  for (const std::string& key : expected.complete)
    if (!explored.complete.contains(key)) return "allowed, but not explored:\n" + key;
  if (explored.deadlock != expected.deadlock)
    return expected.deadlock ? "a deadlock is missed" : "a deadlock that cannot be";
  return "";
}

void compare(const std::string& model, const weak::Shape& shape, std::uint64_t seed, int programs) {
  std::mt19937_64 random(seed);
  int compared = 0;
  for (int i = 0; compared < programs && i < programs * 20; ++i) {
    const weak::Program program = weak::generate(random, shape);
    bool skipped = false;
    const std::string wrong = difference(program, model, &skipped);
    compared += !skipped;
    if (wrong.empty()) continue;
    const weak::Program smallest = weak::shrink(program, [&](const weak::Program& smaller) {
      bool skip = false;
      return !difference(smaller, model, &skip).empty();
    });
    FAIL() << model << ": " << difference(smallest, model, &skipped) << "\n" << weak::describe(smallest);
  }
  EXPECT_EQ(compared, programs);
}

// How many random programs, and which: HEDDLE_RANDOM_PROGRAMS and HEDDLE_SEED ask for others.
int asked(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : otherwise;
}

TEST(Graphs, AreThoseTheAxiomsAllow) {
  const int programs = asked("HEDDLE_RANDOM_PROGRAMS", 21000);
  std::uint64_t seed = static_cast<std::uint64_t>(asked("HEDDLE_SEED", 0));
  const auto part = [&](int of_hundred) { return programs / 3 * of_hundred / 100 + 1; };
  for (const std::string model : {"rc11", "sc", "tso"}) {
    compare(model, {.threads = 2, .events = 7}, ++seed, part(35));
    compare(model, {.threads = 3, .events = 6}, ++seed, part(35));
    compare(model, {.threads = 4, .events = 6, .locations = 1}, ++seed, part(17));
    compare(model, {.threads = 3, .events = 7, .all_sc = true}, ++seed, part(13));
  }
}

// ---- shares ----

// Of n shares together every execution once, whatever n is and how early they part.
std::string difference_of_shares(const weak::Program& program, const std::string& model, std::size_t leaves) {
  constexpr std::size_t kMost = 2000;
  const Explored whole = explore_all(program, model, kMost);
  if (!whole.wrong.empty()) return "";
  for (std::size_t count = 1; count <= 16; ++count) {
    std::map<std::string, int> found;
    std::uint64_t executions = 0, blocked = 0;
    bool deadlock = false;
    for (std::size_t number = 1; number <= count; ++number) {
      const Explored part = explore_all(program, model, kMost, true, nullptr, {number, count, leaves});
      if (!part.wrong.empty()) return part.wrong;
      for (const auto& [key, times] : part.complete) found[key] += times;
      executions += part.executions;
      blocked += part.blocked;
      deadlock |= part.deadlock;
    }
    if (found != whole.complete || executions != whole.executions || blocked != whole.blocked ||
        deadlock != whole.deadlock)
      return fmt::format("{} shares have {} executions, {} of them different, the whole has {}", count,
                         executions, found.size(), whole.executions);
  }
  return "";
}

TEST(Graphs, OfSharesAreThoseOfTheWhole) {
  std::mt19937_64 random(24);
  const int programs = asked("HEDDLE_RANDOM_PROGRAMS", 250);
  for (int i = 0; i < programs; ++i) {
    const std::string model = i % 3 == 0 ? "sc" : "rc11";
    const auto leaves = static_cast<std::size_t>(1 + i % 4);
    const weak::Program program =
        weak::generate(random, {.threads = 2 + i % 3, .events = 9, .objects = i % 5 == 0});
    const auto wrong = [&](const weak::Program& each) { return difference_of_shares(each, model, leaves); };
    if (wrong(program).empty()) continue;
    const weak::Program smallest =
        weak::shrink(program, [&](const weak::Program& smaller) { return !wrong(smaller).empty(); });
    FAIL() << model << ": " << wrong(smallest) << "\n" << weak::describe(smallest);
  }
}

// ---- what re-checks a finding agrees ----

runtime::host::WitnessGraph witness_of(const ExecutionGraph& graph) {
  using runtime::host::WitnessEvent;
  runtime::host::WitnessGraph witness;
  // The witness has its events in an order of po and rf: a read is given the writes before it.
  std::vector<std::int64_t> place(graph.size(), -1);
  const auto is_there = [&](ExecutionGraph::Index i) { return i >= graph.size() || place[i] >= 0; };
  const auto from_of = [&](const ExecutionGraph::Event& event) {
    return event.from == ExecutionGraph::kInitial ? WitnessEvent::kInitial
           : event.from == ExecutionGraph::kNone  ? WitnessEvent::kNothing
                                                  : place[event.from];
  };
  while (witness.events.size() < graph.size()) {
    for (ExecutionGraph::Index i = 0; i < graph.size(); ++i) {
      const ExecutionGraph::Event& event = graph[i];
      if (place[i] >= 0 || !is_there(event.previous) || !is_there(event.from)) continue;
      place[i] = static_cast<std::int64_t>(witness.events.size());
      witness.events.push_back({.kind = static_cast<WitnessEvent::Kind>(event.kind),
                                .order = event.order,
                                .thread = event.thread,
                                .location = event.location,
                                .value = event.value,
                                .rank = event.rank,
                                .from = from_of(event),
                                .modifies = event.modifies,
                                .locked = event.modification.kind != control::Modification::Kind::none});
    }
  }
  for (std::uint32_t i = 0; i < graph.locations(); ++i)
    if (graph.has_location(i)) witness.initial[i] = graph.value_of(ExecutionGraph::kInitial, i);
  return witness;
}

TEST(Graphs, AreAllowedByThoseWhoCheckFindings) {
  std::mt19937_64 random(11);
  std::uint64_t weak_ones = 0;
  for (int i = 0; i < 5000; ++i) {
    const weak::Program program = weak::generate(
        random, {.threads = 2 + i % 2, .events = 9, .objects = i % 4 == 0, .all_sc = i % 5 == 0});
    std::uint64_t sequential = 0, beyond_tso = 0, wrong = 0;
    std::string why;
    const Explored weak = explore_all(program, "rc11", 1000000, false, [&](const ExecutionGraph& graph) {
      const auto witness = witness_of(graph);
      why = witness.broken_axiom("rc11");
      wrong += !why.empty();
      sequential += witness.broken_axiom("sc").empty();
      beyond_tso += !witness.broken_axiom("tso").empty();
      return true;
    });
    ASSERT_EQ(wrong, 0U) << why << "\n" << weak::describe(program);
    ASSERT_EQ(sequential, explore_all(program, "sc", 1000000, false).executions) << weak::describe(program);
    ASSERT_EQ(weak.executions - beyond_tso, explore_all(program, "tso", 1000000, false).executions)
        << weak::describe(program);
    weak_ones += weak.executions - sequential;
  }
  EXPECT_GT(weak_ones, 1000U);
}

TEST(Graphs, OfWrongFindingsAreNotAllowed) {
  using runtime::host::WitnessGraph;
  using Kind = runtime::host::WitnessEvent::Kind;
  const auto store_buffering = [](event::MemoryOrder order, std::uint64_t seen) {
    WitnessGraph graph{.initial = {{0, 0}, {1, 0}}};
    for (std::uint32_t thread = 0; thread < 2; ++thread) {
      graph.events.push_back(
          {.kind = Kind::write, .order = order, .thread = thread, .location = thread, .value = 1, .rank = 1});
      graph.events.push_back({.kind = Kind::read,
                              .order = order,
                              .thread = thread,
                              .location = 1 - thread,
                              .value = seen,
                              .from = -1});
    }
    return graph;
  };
  EXPECT_EQ(store_buffering(relaxed, 0).broken_axiom("rc11"), "");
  EXPECT_EQ(store_buffering(relaxed, 0).broken_axiom("tso"), "");
  EXPECT_NE(store_buffering(relaxed, 0).broken_axiom("sc"), "");
  EXPECT_NE(store_buffering(seq_cst, 0).broken_axiom("rc11"), "");
  EXPECT_NE(store_buffering(relaxed, 7).broken_axiom("rc11"), "");  // nobody wrote that
  WitnessGraph backwards{.initial = {{0, 0}}};
  backwards.events = {{.kind = Kind::write, .thread = 0, .value = 1, .rank = 1},
                      {.kind = Kind::read, .thread = 0, .from = -1}};
  EXPECT_NE(backwards.broken_axiom("rc11"), "");  // a thread does not miss its own store
}

// ---- under sequential consistency, dpor runs as many executions ----

control::Operation operation_of(const Instruction& i) {
  control::Operation operation;
  operation.count = 1;
  operation.accesses[0] = {i.location, i.kind != Instruction::Kind::load};
  if (i.kind == Instruction::Kind::modify && i.modification.guarded) {
    operation.writes = control::Writes::if_equal;
    operation.expected = i.modification.expected;
  }
  return operation;
}

std::uint64_t executions_of_dpor(const weak::Program& program) {
  explore::Arena arena(std::size_t{1} << 32);
  explore::Dpor search(arena);
  std::vector<control::ThreadView> views(program.size());
  for (bool more = true; more;) {
    std::vector<std::size_t> at(program.size());
    std::map<std::uint32_t, std::uint64_t> memory;
    control::Thread last = control::kNoThread;
    search.begin();
    while (true) {
      bool ready = false;
      for (std::size_t t = 0; t < program.size(); ++t) {
        const bool can = at[t] < program[t].size();
        views[t].state = can ? control::ThreadView::State::ready : control::ThreadView::State::ended;
        if (can) views[t].next = operation_of(program[t][at[t]]);
        ready |= can;
      }
      if (!ready) break;
      const bool goes_on = last != control::kNoThread && at[last] < program[last].size();
      last = search.choose({views, goes_on ? last : control::kNoThread});
      if (last == control::kNoThread) break;
      const Instruction& i = program[last][at[last]++];
      control::Operation operation = operation_of(i);
      std::uint64_t& value = memory[i.location];
      operation.before = value;
      if (i.kind == Instruction::Kind::store) value = i.value;
      if (i.kind == Instruction::Kind::modify) {
        operation.accesses[0].write = i.modification.writes(value, 0);
        if (operation.accesses[0].write) value = i.modification.written(value, 0);
      }
      search.performed(operation);
    }
    more = search.finish({views, control::kNoThread});
  }
  return search.progress().executions;
}

TEST(Graphs, AreAsManyAsDporRuns) {
  std::mt19937_64 random(static_cast<std::uint64_t>(asked("HEDDLE_SEED", 7)));
  const int programs = asked("HEDDLE_RANDOM_PROGRAMS", 10000);
  for (int i = 0; i < programs; ++i) {
    weak::Program program = weak::generate(random, {.threads = 2 + i % 3,
                                                    .events = 7,
                                                    .locations = i % 2 == 0 ? 1U : 2U,
                                                    .fences = false,
                                                    .locks = false,
                                                    .skips = false,
                                                    .awaits = false,
                                                    .objects = false});
    for (weak::Thread& thread : program)
      for (Instruction& each : thread) each.modification.may_fail = false;
    const Explored explored = explore_all(program, "sc", 1000000, false);
    ASSERT_EQ(explored.wrong, "") << weak::describe(program);
    ASSERT_EQ(explored.executions, executions_of_dpor(program)) << weak::describe(program);
  }
}

std::uint64_t count(const weak::Program& program, const std::string& model) {
  const Explored explored = explore_all(program, model, 1000000, false);
  EXPECT_EQ(explored.wrong, "");
  return explored.executions;
}

TEST(Graphs, HaveTheNumbersThatAreKnown) {
  using weak::load, weak::store, weak::fence, weak::add, weak::exchange, weak::compare_exchange;
  constexpr std::uint32_t x = 0, y = 1;
  struct Case {
    const char* name;
    weak::Program program;
    std::uint64_t sc, rc11;
  };
  const std::vector<Case> cases = {
      {"store buffering", {{store(x, 1), load(y)}, {store(y, 1), load(x)}}, 3, 4},
      {"with fences", {{store(x, 1), fence(seq_cst), load(y)}, {store(y, 1), fence(seq_cst), load(x)}}, 3, 3},
      {"all seq_cst",
       {{store(x, 1, seq_cst), load(y, seq_cst)}, {store(y, 1, seq_cst), load(x, seq_cst)}},
       3,
       3},
      {"message", {{store(x, 1), store(y, 1)}, {load(y), load(x)}}, 3, 4},
      {"message, release and acquire",
       {{store(x, 1), store(y, 1, release)}, {load(y, acquire), load(x)}},
       3,
       3},
      {"message, fences",
       {{store(x, 1), fence(release), store(y, 1)}, {load(y), fence(acquire), load(x)}},
       3,
       3},
      {"load buffering", {{load(x), store(y, 1)}, {load(y), store(x, 1)}}, 3, 3},
      {"2+2W", {{store(x, 1), store(y, 2)}, {store(y, 1), store(x, 2)}}, 3, 4},
      {"2+2W, seq_cst",
       {{store(x, 1, seq_cst), store(y, 2, seq_cst)}, {store(y, 1, seq_cst), store(x, 2, seq_cst)}},
       3,
       3},
      {"two writers, two reads", {{store(x, 1)}, {store(x, 2)}, {load(x), load(x)}}, 12, 12},
      {"IRIW", {{store(x, 1)}, {store(y, 1)}, {load(x), load(y)}, {load(y), load(x)}}, 15, 16},
      {"IRIW, seq_cst",
       {{store(x, 1, seq_cst)},
        {store(y, 1, seq_cst)},
        {load(x, seq_cst), load(y, seq_cst)},
        {load(y, seq_cst), load(x, seq_cst)}},
       15,
       15},
      {"add, exchange", {{add(x)}, {exchange(x, 5)}}, 2, 2},
      {"load, two stores", {{load(x)}, {store(x, 1)}, {store(x, 2)}}, 6, 6},
      {"store, load, exchange", {{store(x, 1)}, {load(x)}, {exchange(x, 2)}}, 6, 6},
      {"compare, add, exchange", {{compare_exchange(x, 0, 7)}, {add(x)}, {exchange(x, 5)}}, 6, 6},
      {"add, store, exchange", {{add(x)}, {store(x, 3)}, {exchange(x, 5)}}, 6, 6},
      {"two locks in opposite order",
       {{weak::lock(0), weak::lock(1), weak::unlock(1), weak::unlock(0)},
        {weak::lock(1), weak::lock(0), weak::unlock(0), weak::unlock(1)}},
       2,
       2},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(count(each.program, "sc"), each.sc) << each.name;
    EXPECT_EQ(count(each.program, "rc11"), each.rc11) << each.name;
  }
}

// Peterson's lock by release and acquire, which does not exclude. Executions count in which both threads find it free
// at their first look, as checkers count them for which a thread that does not is no execution.
TEST(Graphs, OfPetersonsLock) {
  enum : std::uint32_t { kFirst, kSecond, kTurn, kInside };
  const auto side = [](std::uint32_t own, std::uint32_t other, std::uint64_t turn) -> weak::Thread {
    const Instruction skip{.kind = Instruction::Kind::skip_unless, .value = 1, .distance = 1};
    return {weak::store(own, 1, release), weak::store(kTurn, turn, release),
            weak::load(other, acquire),   skip,
            weak::load(kTurn, acquire),   weak::store(kInside, turn, release),
            weak::load(kInside, acquire), weak::store(own, 0, release)};
  };
  const weak::Program program = {side(kFirst, kSecond, 1), side(kSecond, kFirst, 0)};
  const Counts both_enter = [](const ExecutionGraph& graph) {
    for (ExecutionGraph::Index i = 0; i < graph.size(); ++i) {
      const ExecutionGraph::Event& event = graph[i];
      if (event.kind == ExecutionGraph::Kind::read && event.location == kTurn &&
          event.value == (event.thread == 1 ? 1U : 0U))
        return false;
    }
    return true;
  };
  EXPECT_EQ(explore_all(program, "sc", 1000000, false, both_enter).executions, 4U);
  EXPECT_EQ(explore_all(program, "rc11", 1000000, false, both_enter).executions, 22U);
}

// A weak compare-exchange may fail, with the order of a failure, where it may not succeed.
TEST(Graphs, OfFailuresThatMaySeeMore) {
  Instruction exchange = weak::compare_exchange(0, 0, 1, seq_cst, acquire);
  exchange.modification.may_fail = true;
  const weak::Program program = {{weak::store(0, 1, seq_cst), weak::store(1, 1, seq_cst)},
                                 {weak::store(1, 1, seq_cst), exchange}};
  bool skipped = false;
  EXPECT_EQ(difference(program, "rc11", &skipped), "");
}

TEST(Graphs, OfManyThreads) {
  std::uint64_t factorial = 1;
  for (std::uint64_t n = 2; n <= 6; ++n) {
    factorial *= n;
    weak::Program adds, locks;
    for (std::uint64_t i = 0; i < n; ++i) {
      adds.push_back({weak::add(0)});
      locks.push_back({weak::lock(1), weak::add(0), weak::unlock(1)});
    }
    EXPECT_EQ(count(adds, "rc11"), factorial);
    EXPECT_EQ(count(locks, "rc11"), factorial);
    const Explored explored = explore_all(locks, "rc11", 1000000, false);
    EXPECT_EQ(explored.blocked, 0U);
  }
  constexpr std::uint64_t kRotations[] = {2, 5, 14, 43, 144, 523};
  for (std::uint64_t n = 2; n <= 7; ++n) {
    weak::Program rotating;
    for (std::uint64_t i = 0; i < n; ++i) rotating.push_back({weak::compare_exchange(0, i, (i + 1) % n)});
    EXPECT_EQ(count(rotating, "rc11"), kRotations[n - 2]) << n;
  }
}

}  // namespace
}  // namespace heddle
