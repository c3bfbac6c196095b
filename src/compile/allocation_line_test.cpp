// SPDX-License-Identifier: Apache-2.0
#include "compile/allocation_line.h"

#include <gtest/gtest.h>

namespace heddle::compile {
namespace {

void expect(const char* line, const char* variable, const char* type) {
  const AllocationLine said = allocation_in(line);
  EXPECT_EQ(said.variable, variable) << line;
  EXPECT_EQ(said.type, type) << line;
}

TEST(AllocationLine, SaysWhatABlockIsCalledAndItsType) {
  expect("  Node* node = new Node(1);", "node", "Node");
  expect("  auto total = std::make_shared<double>(0);", "total", "double");
  expect("  list->head = malloc(sizeof(struct item));", "list->head", "item");
  expect("  struct node *made = malloc(sizeof *made);", "made", "node");
  expect("  int *numbers = (int *)calloc(10, sizeof(int));", "numbers", "int");
  expect("  std::unique_ptr<Node> node(new Node);", "node", "Node");
  expect("  List() : head_(new Node) {}", "head_", "Node");
  expect("  push(new Node);", "", "Node");  // a call is no variable
  expect("  owners.push_back(std::make_unique<Derived>());", "", "Derived");
  expect("  return keep(new Node);", "", "Node");
  expect("  return 3;", "", "");
}

}  // namespace
}  // namespace heddle::compile
