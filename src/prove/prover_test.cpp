// SPDX-License-Identifier: Apache-2.0
// What only the fine distances can prove: that a list has exactly two cells.
#include "prove/prover.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "prove/front/frontend.h"

namespace heddle::prove {
namespace {

// A stack that would find itself empty if the list behind `two` had a third cell. It never has.
constexpr const char* kTwoCells = R"(
#include <heddle/prove.h>
typedef struct node { int data; struct node *next; } node;
static _Atomic(node *) top, two;
void init(void) {
  node *second = HEDDLE_NEW(node);
  second->next = NULL;
  node *first = HEDDLE_NEW(node);
  first->next = second;
  two = first;
}
void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  HEDDLE_ATOMIC_BEGIN();
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  HEDDLE_ATOMIC_END();
}
int pop(void) {
  node *first = two;
  node *second = first->next;
  node *third = second->next;
  int value = HEDDLE_EMPTY;
  node *cell = NULL;
  HEDDLE_ATOMIC_BEGIN();
  cell = top;
  if (WRONG(third) || cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    cell = NULL;
  } else {
    top = cell->next;
    HEDDLE_LINEARIZE(cell->data);
  }
  HEDDLE_ATOMIC_END();
  if (cell != NULL) value = cell->data;
  return value;
}
HEDDLE_INIT(init)
HEDDLE_STACK(push, pop)
)";

Answer answer(const char* wrong, Distances distances) {
  const auto path = std::filesystem::path(testing::TempDir()) /
                    ("heddle_distances_test." + std::to_string(getpid()) + ".c");
  std::ofstream(path) << kTwoCells;
  Compilation compilation;
  compilation.flags = {std::string("-DWRONG(third)=") + wrong};
  const auto program = read_program(path.string(), compilation);
  EXPECT_TRUE(program) << base::describe(program.error());
  Options options;
  options.memory = Memory::gc;
  options.distances = distances;
  options.check_shapes = true;
  return prove(*program, options).answer;
}

TEST(Distances, ThatAListHasTwoCellsNeedsTheFineOnes) {
  EXPECT_EQ(answer("(third != NULL)", Distances::coarse), Answer::unknown);
  EXPECT_EQ(answer("(third != NULL)", Distances::fine), Answer::proved);
}

TEST(Distances, TheFineOnesDoNotProveWhatIsWrong) {
  EXPECT_EQ(answer("(third == NULL)", Distances::fine), Answer::refuted);
}

}  // namespace
}  // namespace heddle::prove
