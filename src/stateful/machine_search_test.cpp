// SPDX-License-Identifier: Apache-2.0
#include "stateful/machine_search.h"

#include <gtest/gtest.h>

#include "program/compile.h"

namespace heddle::stateful {
namespace {

program::Program loaded(const std::string& text, const std::vector<std::string>& arguments = {}) {
  program::CompileOptions options;
  options.arguments = arguments;
  base::Result<program::Program> program = program::load_text(text, "c", options);
  EXPECT_TRUE(program.has_value()) << (program ? "" : base::describe(program.error()));
  return program ? std::move(*program) : program::Program();
}

program::Program counter(const std::vector<std::string>& arguments) {
  program::CompileOptions options;
  options.arguments = arguments;
  auto program = program::load({HEDDLE_SOURCE_DIRECTORY "/examples/machine/counter.c"}, options);
  EXPECT_TRUE(program.has_value());
  return std::move(*program);
}

MachineSearchResult search(const program::Program& program, Reduction reduction,
                           SearchOrder order = SearchOrder::depth_first) {
  MachineSearchOptions options;
  options.reduction = reduction;
  options.order = order;
  return search_machine(program, options);
}

// Section 2 of the transactions paper: with both movers a method is one transaction, so what is stored are
// the states between methods: x, y and count determine each other, 4 · 4 of them, and the one before the
// thread exists.
TEST(MachineSearch, CounterIsVerifiedWithOneTransactionAMethod) {
  const program::Program program = counter({"-DK=4"});
  const MachineSearchResult none = search(program, Reduction::none);
  const MachineSearchResult left = search(program, Reduction::left_movers);
  const MachineSearchResult both = search(program, Reduction::transactions);
  for (const MachineSearchResult* result : {&none, &left, &both}) {
    EXPECT_TRUE(result->findings.empty());
    EXPECT_TRUE(result->verdict.reasons().empty());
  }
  EXPECT_EQ(both.states, 17U);
  EXPECT_LT(both.states, left.states);
  EXPECT_LT(left.states, none.states);
}

TEST(MachineSearch, CounterBugsAreFound) {
  for (const Reduction reduction :
       {Reduction::none, Reduction::left_movers, Reduction::transactions, Reduction::goldilocks}) {
    EXPECT_FALSE(search(counter({"-DWRONG_RELEASE"}), reduction).findings.empty());
    EXPECT_FALSE(search(counter({"-DCOUNT_OUTSIDE"}), reduction).findings.empty());
  }
}

TEST(MachineSearch, OrdersOfSearchSeeTheSameStates) {
  const program::Program program = counter({"-DK=3"});
  const std::uint64_t states = search(program, Reduction::none).states;
  EXPECT_EQ(search(program, Reduction::none, SearchOrder::breadth_first).states, states);
  EXPECT_EQ(search(program, Reduction::none, SearchOrder::heuristic).states, states);
}

TEST(MachineSearch, LittleMemoryMakesTheAnswerProbabilistic) {
  const program::Program program = counter({"-DK=8"});
  MachineSearchOptions options;
  options.reduction = Reduction::none;
  const MachineSearchResult whole = search_machine(program, options);
  options.limit_memory = 400000;
  const MachineSearchResult hashed = search_machine(program, options);
  EXPECT_EQ(hashed.states, whole.states);
  ASSERT_EQ(hashed.verdict.reasons().size(), 1U);
  EXPECT_NE(hashed.verdict.reasons()[0].find("probabilistic"), std::string::npos);
}

TEST(MachineSearch, BoundsAreNeverClean) {
  MachineSearchOptions options;
  options.limit_states = 50;
  options.reduction = Reduction::none;
  const MachineSearchResult result = search_machine(counter({}), options);
  EXPECT_EQ(result.verdict.outcome(false), finding::Verdict::Outcome::inconclusive);
}

// Right movers alone would hide it.
TEST(MachineSearch, DeadlockByLockOrder) {
  const program::Program program = loaded(R"(
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void* other(void* p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
})");
  const MachineSearchResult result = search(program, Reduction::transactions);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, finding::Kind::deadlock);
  EXPECT_EQ(result.findings[0].steps.size(), 2U);
}

// Workers that nobody keeps the ids of, and blocks that nobody keeps the numbers of.
TEST(MachineSearch, WorkersThatAreAlikeAreOne) {
  program::CompileOptions compile;
  compile.arguments = {"-DWORKERS=2"};
  const auto pool = program::load({HEDDLE_SOURCE_DIRECTORY "/examples/machine/pool.c"}, compile);
  ASSERT_TRUE(pool.has_value());
  MachineSearchOptions options;
  options.symmetry = true;
  const MachineSearchResult merged = search_machine(*pool, options);
  options.symmetry = false;
  const MachineSearchResult all = search_machine(*pool, options);
  for (const MachineSearchResult* result : {&merged, &all}) {
    EXPECT_TRUE(result->findings.empty());
    EXPECT_TRUE(result->verdict.reasons().empty());
  }
  EXPECT_LT(merged.states, all.states);
  EXPECT_GT(merged.merged, 0U);
}

// The assertion fails only if the first worker to come has the larger id: which one that is must not be
// forgotten.
TEST(MachineSearch, IdsThatAreLookedAtAreNotMerged) {
  const program::Program program = loaded(R"(
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t first;
int done;
void* worker(void* p) {
  pthread_mutex_lock(&m);
  if (!done) first = pthread_self();
  else assert(first < pthread_self());
  done = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  for (int i = 0; i < 2; ++i) {
    pthread_t id;
    pthread_create(&id, 0, worker, 0);
    pthread_detach(id);
  }
  pthread_exit(0);
})");
  for (const Reduction reduction : {Reduction::none, Reduction::transactions}) {
    MachineSearchOptions options;
    options.reduction = reduction;
    options.symmetry = true;
    const MachineSearchResult result = search_machine(program, options);
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].kind, finding::Kind::assertion);
    EXPECT_NE(result.without_symmetry, "");
  }
}

// Breadth first gives a shortest schedule, and the witness leads there.
TEST(MachineSearch, WitnessNamesTheSchedule) {
  const program::Program program = loaded(R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void* other(void* p) { x = 1; x = 2; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  assert(x != 1);
  pthread_join(t, 0);
})");
  const MachineSearchResult result = search(program, Reduction::none, SearchOrder::breadth_first);
  ASSERT_EQ(result.findings.size(), 1U);
  const finding::Witness& witness = result.findings[0].witness;
  ASSERT_EQ(witness.run.size(), 3U);
  EXPECT_EQ(witness.run[1].thread, "T1");
  EXPECT_EQ(witness.run[1].steps, 1U);
  EXPECT_EQ(result.findings[0].steps.back().location.line, 10U);
}

}  // namespace
}  // namespace heddle::stateful
