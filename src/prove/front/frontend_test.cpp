// SPDX-License-Identifier: Apache-2.0
#include "prove/front/frontend.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "prove/infer.h"
#include "prove/prover.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

constexpr const char* kBefore = R"(#include <heddle/prove.h>
typedef struct node { int data; struct node *next; } node;
static _Atomic(node *) top;
static node *other;
)";

base::Result<Program> read(const std::string& text) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("heddle_frontend_test." + std::to_string(getpid()) + ".c");
  std::ofstream(path) << kBefore << text;
  return read_program(path.string(), {});
}

// The error, "LINE: message"; lines count from 1 after the common beginning.
std::string error_of(const std::string& text) {
  const auto program = read(text);
  if (program) return "no error";
  const std::string where = program.error().where;
  const auto colon = where.rfind(':');
  const std::string line = where.substr(colon + 1);
  const bool has_line = !line.empty() && line.find_first_not_of("0123456789") == std::string::npos;
  return (has_line ? std::to_string(std::stoi(line) - 4) + ": " : "") + program.error().message;
}

constexpr const char* kPop = R"(
int pop(void) { HEDDLE_LINEARIZE(HEDDLE_EMPTY); return HEDDLE_EMPTY; }
HEDDLE_STACK(push, pop)
)";

TEST(Frontend, DataMayOnlyBeMoved) {
  EXPECT_EQ(error_of(std::string("void push(int value) {\n  if (value == 3) top = NULL;\n}") + kPop),
            "2: compares data; a proof needs data to be only moved (data independence)");
  EXPECT_EQ(error_of(std::string("void push(int value) {\n  other->data = value + 1;\n}") + kPop),
            "2: computes with data; a proof needs data to be only moved (data independence)");
}

TEST(Frontend, WhatIsOutsideTheLanguageIsAnErrorWithItsLine) {
  EXPECT_EQ(error_of(std::string("void g(void);\nvoid push(int value) {\n  g();\n}") + kPop),
            "3: calls `g`, which heddle prove does not know");
  EXPECT_EQ(error_of(std::string("static int last;\nvoid push(int value) {\n  last = value;\n}") + kPop),
            "3: shared variable `last` holds data, which only cells can");
  EXPECT_EQ(error_of(std::string(
                         "struct big { int data; void *a, *b; };\nvoid push(int value) {\n  struct big *c = "
                         "HEDDLE_NEW(struct big);\n  c->a = NULL;\n  c->b = NULL;\n}") +
                     kPop),
            "5: cells have one pointer field to other cells; this is another");
  EXPECT_EQ(error_of(std::string("void push(int value) {\n  if (top == (node *)8) top = NULL;\n}") + kPop),
            "2: a constant address is used as a pointer to a cell");
  EXPECT_EQ(
      error_of(std::string("void push(int value) {\n  node *c = HEDDLE_NEW(node);\n  ++c;\n  top = c;\n}") +
               kPop),
      "3: computes with a pointer");
  EXPECT_EQ(
      error_of(std::string("void push(int value) {\n  node c;\n  c.data = value;\n  top = &c;\n}") + kPop),
      "2: takes the address of a local variable");
  EXPECT_EQ(error_of(std::string("static void again(int value) {\n  again(value);\n}\n"
                                 "void push(int value) { again(value); }") +
                     kPop),
            "4: calls `again`, which is recursive or one of the operations itself");
  EXPECT_EQ(error_of(std::string("static node *table[4];\nvoid push(int value) {\n"
                                 "  for (int i = 0; i < 4; ++i) table[i] = NULL;\n}") +
                     kPop),
            "3: computes with a pointer");
  EXPECT_EQ(error_of(std::string("void push(int value) {\n  top->data = value * 0.5;\n}") + kPop),
            "2: computes with floating-point numbers");
  EXPECT_EQ(error_of(std::string("void push(int value) {\n  top->data = (int)(float)value;\n}") + kPop),
            "2: computes with floating-point numbers");
  EXPECT_EQ(error_of(std::string("void push(int value) {\n  top->data = (short)value;\n}") + kPop),
            "2: cuts data short; a proof needs data to be only moved (data independence)");
  EXPECT_EQ(
      error_of(std::string(
                   "void push(int value) {\n  top->data = (int)(long)value;\n  HEDDLE_LINEARIZE(value);\n}") +
               kPop),
      "no error");
  EXPECT_EQ(error_of("void push(int value) {}"),
            "expected HEDDLE_STACK(push, pop), HEDDLE_QUEUE(enqueue, dequeue) or HEDDLE_SET(insert, remove, "
            "contains)");
  EXPECT_NE(error_of("void push(int value) { return 1 +; }").find("does not compile"), std::string::npos);
}

// The way most people write it: <stdatomic.h>, which clang turns into accesses to integers, and an exchange
// that leaves what it found in the expected value.
TEST(Frontend, StandardAtomicsArePointers) {
  const std::string text = R"(
#include <stdatomic.h>
typedef struct cell { int data; _Atomic(struct cell *) next; } cell;
static _Atomic(cell *) head;
void push(int value) {
  cell *fresh = HEDDLE_NEW(cell);
  fresh->data = value;
  cell *old = atomic_load_explicit(&head, memory_order_relaxed);
  do {
    atomic_store(&fresh->next, old);
  } while (!atomic_compare_exchange_weak(&head, &old, fresh));
  HEDDLE_LINEARIZE(value);
}
int pop(void) {
  cell *old = atomic_load(&head);
  for (;;) {
    if (old == NULL) {
      old = atomic_load(&head);
      if (old != NULL) continue;
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    if (atomic_compare_exchange_strong(&head, &old, atomic_load(&old->next))) {
      HEDDLE_LINEARIZE(old->data);
      int value = old->data;
      HEDDLE_FREE(old);
      return value;
    }
  }
}
HEDDLE_STACK(push, pop)
)";
  const auto program = read(text);
  ASSERT_TRUE(program) << base::describe(program.error());
  Options options;
  options.memory = Memory::gc;
  EXPECT_EQ(prove(*program, options).answer, Answer::proved) << describe(*program);
  options.memory = Memory::own;
  EXPECT_EQ(prove(*program, options).answer, Answer::refuted);
  // All of it is dropped at once, which is no pop.
  std::string exchanged = text;
  const std::string strong = "atomic_compare_exchange_strong(&head, &old, atomic_load(&old->next))";
  exchanged.replace(exchanged.find(strong), strong.size(), "(old = atomic_exchange(&head, NULL)) != NULL");
  const auto wrong = read(exchanged);
  ASSERT_TRUE(wrong) << base::describe(wrong.error());
  options.memory = Memory::gc;
  EXPECT_EQ(prove(*wrong, options).answer, Answer::refuted);
}

// A stack of which the constructor is all that changes.
std::string error_of_class(const std::string& members) {
  const auto path = std::filesystem::path(testing::TempDir()) /
                    ("heddle_frontend_test." + std::to_string(getpid()) + ".cpp");
  std::ofstream(path) << R"(#include <heddle/prove.h>
class Stack {
  struct Node { int value; Node* next; };
  struct Lock {
    heddle_lock_t lock;
    Lock() { heddle_lock_init(&lock); }
  } lock_;
  Node* spare_ = nullptr;
)" << members << R"(
 public:
  void push(int value) {
    Node* node = new Node;
    node->value = value;
    heddle_lock(&lock_.lock);
    node->next = top_;
    top_ = node;
    HEDDLE_LINEARIZE(value);
    heddle_unlock(&lock_.lock);
  }
  bool pop(int& value) {
    heddle_lock(&lock_.lock);
    Node* node = top_;
    if (node == nullptr) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      heddle_unlock(&lock_.lock);
      return false;
    }
    top_ = node->next;
    HEDDLE_LINEARIZE(node->value);
    value = node->value;
    heddle_unlock(&lock_.lock);
    delete node;
    return true;
  }
};
)";
  Compilation how;
  how.registration.type = "Stack";
  how.registration.operations = {"push", "pop"};
  how.registration.is_stack = true;
  const auto program = read_program(path.string(), how);
  return program ? "no error" : program.error().message;
}

TEST(Frontend, WhatAConstructorLeavesIsNotZero) {
  const std::string left = "the initial function does not always write `top_`, which can then be anything";
  EXPECT_EQ(error_of_class("Node* top_ = nullptr;"), "no error");
  EXPECT_EQ(error_of_class("Node* top_; public: Stack() : top_(nullptr) {}"), "no error");
  EXPECT_EQ(error_of_class("Node* top_; public: Stack() { if (spare_) top_ = spare_; else top_ = nullptr; }"),
            "no error");
  EXPECT_EQ(error_of_class("Node* top_;"), left);
  EXPECT_EQ(error_of_class("Node* top_; public: Stack() {}"), left);
  EXPECT_EQ(error_of_class("Node* top_; public: Stack() { if (spare_) top_ = nullptr; }"), left);
  EXPECT_EQ(error_of_class("Node* top_; public: Stack() { if (!top_) top_ = nullptr; }"),
            "reads `top_` before it is written");
}

TEST(Frontend, NoSuchFile) {
  const auto program = read_program("/nowhere/at_all.c", {});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().code, base::ErrorCode::not_found);
}

TEST(Frontend, PrivateStepsAreMerged) {
  const auto program = read(R"(
void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  cell->next = NULL;
  top = cell;
  HEDDLE_LINEARIZE(value);
}
int pop(void) { HEDDLE_LINEARIZE(HEDDLE_EMPTY); return HEDDLE_EMPTY; }
HEDDLE_STACK(push, pop)
)");
  ASSERT_TRUE(program) << base::describe(program.error());
  int steps = 0;
  for (const Edge& edge : program->edges)
    steps += program->function_of[static_cast<std::size_t>(edge.from)] == 0 ? 1 : 0;
  EXPECT_EQ(steps, 1) << describe(*program);
}

TEST(Frontend, PointsAreFoundWhereNoneAreMarked) {
  const auto program = read_program(source_directory() + "/examples/prove/treiber_unmarked.c", {});
  ASSERT_TRUE(program) << base::describe(program.error());
  ASSERT_FALSE(has_linearization_points(*program));
  Options options;
  options.memory = Memory::gc;
  const auto inferred = infer_points(*program, options);
  ASSERT_TRUE(inferred.has_value());
  EXPECT_EQ(inferred->proof.answer, Answer::proved);
  options.memory = Memory::own;  // the program is wrong there: no points can make it right
  EXPECT_FALSE(infer_points(*program, options).has_value());
}

}  // namespace
}  // namespace heddle::prove
