// SPDX-License-Identifier: Apache-2.0
// A lock-free stack and its tests: each is run under every schedule.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>
#include <heddle/check.h>

namespace {

struct Node {
  int value;
  Node* next;
};

class Stack {
 public:
  ~Stack() {
    while (Node* node = head_) {
      head_ = node->next;
      delete node;
    }
  }
  void push(int value) {
    Node* node = new Node{value, head_.load()};
    while (!head_.compare_exchange_weak(node->next, node)) {
    }
    ++size_;
  }
  int size() const { return size_; }
  int sum() const {
    int sum = 0;
    for (Node* node = head_; node != nullptr; node = node->next) sum += node->value;
    return sum;
  }

 private:
  std::atomic<Node*> head_ = nullptr;
  std::atomic<int> size_ = 0;
};

// Forgets a push that comes between its load and its store.
class ForgetfulStack {
 public:
  void push(int) { size_.store(size_.load() + 1); }
  int size() const { return size_; }

 private:
  std::atomic<int> size_ = 0;
};

TEST(Stack, KeepsWhatTwoThreadsPush) {
  heddle::check([] {
    Stack stack;
    {
      std::jthread a([&] { stack.push(1); }), b([&] { stack.push(2); });
    }
    EXPECT_EQ(stack.size(), 2);
    EXPECT_EQ(stack.sum(), 3);
  });
}

TEST(ForgetfulStack, IsFoundOut) {
  EXPECT_THROW(heddle::check([] {
                 ForgetfulStack stack;
                 {
                   std::jthread a([&] { stack.push(1); }), b([&] { stack.push(2); });
                 }
                 EXPECT_EQ(stack.size(), 2);
               }),
               heddle::CheckFailure);
}

}  // namespace
