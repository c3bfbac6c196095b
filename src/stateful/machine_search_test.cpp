// SPDX-License-Identifier: Apache-2.0
#include "stateful/machine_search.h"

#include <gtest/gtest.h>

#include "program/translate/load.h"
#include "source_directory.h"

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
  auto program = program::load({source_directory() + "/examples/machine/counter.c"}, options);
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

// A left-mover part that never ends must be cut even when only hashes are left of the states in it: else the
// other thread never runs, and its assertion never fails.
TEST(MachineSearch, LittleMemoryKeepsConditionC) {
  const program::Program program = loaded(R"(
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
extern int __VERIFIER_nondet_bool(void);
void* other(void* p) {
  pthread_mutex_lock(&m);
  assert(x == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  for (unsigned c = 0;;) c = (c + __VERIFIER_nondet_bool()) & 0xFFF;
})");
  for (const std::uint64_t memory : {0U, 1U}) {
    MachineSearchOptions options;
    options.condition_c = ConditionC::components;
    options.limit_memory = memory;
    EXPECT_EQ(search_machine(program, options).findings.size(), 1U) << memory;
  }
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
  const auto pool = program::load({source_directory() + "/examples/machine/pool.c"}, compile);
  ASSERT_TRUE(pool.has_value());
  MachineSearchOptions options;
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

// Workers that main joins one by one, by ids that nobody else has, are alike all the same: which of them it
// waits for first does not matter.
TEST(MachineSearch, WorkersThatAreJoinedInOrderAreOne) {
  const std::string text = R"(
#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int first, second;
void* worker(void* p) {
  pthread_mutex_lock(&m); first++; pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m); second++; pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(first == 4 && second == WANTED);
})";
  for (const Reduction reduction : {Reduction::none, Reduction::left_movers, Reduction::transactions}) {
    MachineSearchOptions options;
    options.reduction = reduction;
    const program::Program right = loaded(text, {"-DWANTED=4"});
    const MachineSearchResult merged = search_machine(right, options);
    const MachineSearchResult wrong = search_machine(loaded(text, {"-DWANTED=3"}), options);
    options.symmetry = false;
    const MachineSearchResult all = search_machine(right, options);
    EXPECT_TRUE(merged.findings.empty());
    EXPECT_LT(2 * merged.states, all.states);
    EXPECT_EQ(wrong.findings.size(), 1U);
  }
}

// What main does between two joins that others can see keeps their order: only the second worker to end finds
// the flag, and only if the first one started was the first to end.
TEST(MachineSearch, JoinsWithSomethingBetweenKeepTheirOrder) {
  const program::Program program = loaded(R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, seen;
void* worker(void* p) { if (flag) seen = 1; return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  pthread_join(t[0], 0);
  flag = 1;
  pthread_join(t[1], 0);
  assert(!seen);
})");
  for (const Reduction reduction : {Reduction::none, Reduction::left_movers, Reduction::transactions})
    EXPECT_EQ(search(program, reduction).findings.size(), 1U);
}

// Only the worker that came first may not be the last to leave: who that is stands in a global, so the two
// are not alike although main joins them in a row.
TEST(MachineSearch, IdsThatOthersKnowKeepThreadsApart) {
  const program::Program program = loaded(R"(
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t first;
int claimed, left;
void* worker(void* p) {
  pthread_mutex_lock(&m);
  if (!claimed++) first = pthread_self();
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  assert(++left < 2 || !pthread_equal(first, pthread_self()));
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
})");
  for (const Reduction reduction : {Reduction::none, Reduction::left_movers, Reduction::transactions})
    for (const SearchOrder order : {SearchOrder::depth_first, SearchOrder::breadth_first})
      EXPECT_EQ(search(program, reduction, order).findings.size(), 1U);
}

// An id that was joined is nobody's, even when another thread was made meanwhile.
TEST(MachineSearch, JoiningTwiceIsFoundWhateverWasMadeBetween) {
  const program::Program program = loaded(R"(
#include <pthread.h>
void* nothing(void* p) { return 0; }
int main(void) {
  pthread_t old, young;
  pthread_create(&old, 0, nothing, 0);
  pthread_join(old, 0);
  pthread_create(&young, 0, nothing, 0);
  pthread_join(old, 0);
})");
  const MachineSearchResult result = search(program, Reduction::transactions);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, finding::Kind::lock_misuse);
}

// A pointer at an odd address still keeps what it points to from being forgotten.
TEST(MachineSearch, PackedPointersAreFollowed) {
  const program::Program program = loaded(R"(
#include <pthread.h>
#include <stdlib.h>
struct __attribute__((packed)) record { char tag; int* value; };
struct record record;
void* nothing(void* p) { return 0; }
int* make(int v) { int* p = malloc(sizeof *p); *p = v; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  record.value = make(1);
  free(record.value);
  int* other = make(2);
  int result = *record.value;
  free(other);
  pthread_join(t, 0);
  return result;
})");
  const MachineSearchResult result = search(program, Reduction::transactions);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, finding::Kind::use_after_free);
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
