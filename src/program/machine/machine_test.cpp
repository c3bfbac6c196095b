// SPDX-License-Identifier: Apache-2.0
#include "program/machine/machine.h"

#include <gtest/gtest.h>

#include "program/translate/load.h"

namespace heddle::program {
namespace {

Program loaded(const std::string& text) {
  base::Result<Program> program = load_text(text, "c");
  EXPECT_TRUE(program.has_value()) << (program ? "" : base::describe(program.error()));
  return program ? std::move(*program) : Program();
}

TEST(Machine, SavesAndRestoresAnyState) {
  const Program program = loaded(R"(
#include <pthread.h>
#include <stdlib.h>
int *shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* other(void* p) {
  pthread_mutex_lock(&m);
  if (shared) free(shared);
  shared = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int* mine = malloc(4);
  *mine = 3;
  pthread_mutex_lock(&m);
  shared = mine;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
})");
  // Every state of one schedule, then backwards and forwards between all pairs of them.
  Machine machine(program, {});
  ASSERT_EQ(machine.start(), Outcome::done);
  std::vector<State> states(1);
  machine.capture(states[0]);
  while (!machine.exited()) {
    ThreadNumber next = 0;
    while (machine.pending(next).alternatives == 0) ++next;
    ASSERT_EQ(machine.step(next, 0), Outcome::done);
    machine.capture(states.emplace_back());
  }
  ASSERT_GT(states.size(), 8U);
  State again;
  for (const State& from : states)
    for (const State& to : states) {
      machine.restore(from);
      machine.restore(to);
      machine.capture(again);
      EXPECT_EQ(again, to);
    }
}

// Two threads allocate in either order: one state.
TEST(Machine, OrderOfAllocationsOfDifferentThreadsDoesNotMatter) {
  const Program program = loaded(R"(
#include <pthread.h>
#include <stdlib.h>
int* slot[2];
void* fill(void* p) { slot[(long)p] = calloc(1, 4); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, (void*)1L);
  fill(0);
  pthread_join(t, 0);
})");
  Machine machine(program, {});
  ASSERT_EQ(machine.start(), Outcome::done);
  ASSERT_EQ(machine.step(0, 0), Outcome::done);  // creates
  State created;
  machine.capture(created);
  std::vector<State> ends;
  for (const bool main_first : {true, false}) {
    machine.restore(created);
    for (const ThreadNumber t :
         main_first ? std::vector<ThreadNumber>{0, 1} : std::vector<ThreadNumber>{1, 0})
      ASSERT_EQ(machine.step(t, 0), Outcome::done);
    machine.capture(ends.emplace_back());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TEST(Machine, ErrorsOfTheCompilerAreErrors) {
  const base::Result<Program> program = load_text("int main(void) { return x; }", "c");
  ASSERT_FALSE(program.has_value());
  EXPECT_NE(program.error().message.find("undeclared identifier"), std::string::npos);
  EXPECT_FALSE(load_text("int f(void) { return 0; }", "c").has_value());
  EXPECT_FALSE(load({"/nowhere/x.c"}).has_value());
}

}  // namespace
}  // namespace heddle::program
