// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <deque>
#include <mutex>

#include "subject.h"

namespace {

struct LockedStack : Subject {
  std::mutex lock;
  std::vector<long> values;
  std::atomic<long> size{0};
  Answer act(Op op, long value) override {
    if (op == push) {
      std::unique_lock guard(lock);
      values.push_back(value);
      if (mutant == 2) guard.unlock();  // counts when others see it already
      ++size;
      return {};
    }
    if (op == read_count) return size.load();
    if (mutant == 1) --size;  // counts before it takes, and again if there is nothing
    const std::lock_guard guard(lock);
    if (values.empty()) {
      if (mutant == 1) ++size;
      return {};
    }
    const long top = values.back();
    values.pop_back();
    if (mutant != 1) --size;
    return top;
  }
};

struct TreiberStack : Subject {
  struct Node {
    long value;
    std::atomic<Node*> next;
    Node* made;
  };
  std::atomic<Node*> top{nullptr};
  std::atomic<Node*> made{nullptr};
  ~TreiberStack() override {
    for (Node* node = made; node != nullptr;) {
      Node* next = node->made;
      delete node;
      node = next;
    }
  }
  Answer act(Op op, long value) override {
    if (op == push) {
      Node* next = top;
      auto* node = new Node{value, next, made.load()};
      while (!made.compare_exchange_strong(node->made, node)) {
      }
      if (mutant == 1) {  // a store where a compare-exchange belongs
        top = node;
        return {};
      }
      while (!top.compare_exchange_strong(next, node))
        if (mutant != 2) node->next = next;  // 2: the old one stays behind it
      return {};
    }
    Node* first = top;
    while (first != nullptr) {
      if (mutant == 3) {
        top = first->next.load();
        return first->value;
      }
      if (top.compare_exchange_strong(first, first->next.load())) return first->value;
      if (mutant == 4) return {};  // gives up, and says that there is nothing
    }
    return {};
  }
};

// Places by a counter: right only if each place is waited for.
struct ArrayStack : Subject {
  std::mutex lock;
  std::atomic<long> cells[8] = {};
  std::atomic<long> top{0};
  Answer act(Op op, long value) override {
    if (op == push) {
      if (mutant == 1) {
        const long at = top++;  // the place is seen before it is filled
        cells[at] = value;
        return {};
      }
      const std::lock_guard guard(lock);
      cells[top] = value;
      ++top;
      return {};
    }
    if (mutant == 2) {
      if (top == 0) return {};
      const long at = --top;
      return at < 0 ? 0 : cells[at].load();
    }
    const std::lock_guard guard(lock);
    if (top <= 0) return {};
    return cells[--top].load();
  }
};

// Chase and Lev's deque: its owner pushes and pops at the bottom, others steal at the top.
struct WorkStealingDeque : Subject {
  std::atomic<long> cells[16] = {};
  std::atomic<long> top{0}, bottom{0};
  Answer act(Op op, long value) override {
    if (op == push) {
      const long at = bottom;
      if (mutant == 4) bottom = at + 1;  // published before it is written
      cells[at % 16] = value;
      bottom = at + 1;
      return {};
    }
    if (op == pop_back) {
      const long at = bottom - 1;
      if (mutant != 1) bottom = at;  // 1: thieves see it too late
      long first = top;
      if (at < first) {
        bottom = first;
        return {};
      }
      const long taken = cells[at % 16];
      if (mutant == 1) bottom = at;
      if (at > first) return taken;
      const bool mine =
          mutant == 2 || top.compare_exchange_strong(first, first + 1);  // 2: the last one without asking
      if (mutant == 2) top = first + 1;
      bottom = at + 1;
      return mine ? Answer(taken) : Answer();
    }
    long first = top;
    while (first < bottom) {
      const long taken = cells[first % 16];
      if (mutant == 3) {
        top = first + 1;
        return taken;
      }
      if (top.compare_exchange_strong(first, first + 1)) return taken;
    }
    return {};
  }
};

struct LockedDeque : Subject {
  std::mutex lock;
  std::deque<long> values;
  Answer act(Op op, long value) override {
    if (mutant == 1 && op == pop_back) {  // looks, and takes later
      long last = 0;
      {
        const std::lock_guard guard(lock);
        if (values.empty()) return {};
        last = values.back();
      }
      const std::lock_guard guard(lock);
      if (!values.empty()) values.pop_back();
      return last;
    }
    const std::lock_guard guard(lock);
    if (op == push || op == push_front) {
      (op == push) == (mutant != 2) ? values.push_back(value) : values.push_front(value);  // 2: the wrong end
      return {};
    }
    if (values.empty()) return {};
    const long taken = op == pop_back ? values.back() : values.front();
    op == pop_back ? values.pop_back() : values.pop_front();
    return taken;
  }
};

template <class T>
std::unique_ptr<Subject> make() {
  return std::make_unique<T>();
}

}  // namespace

std::vector<Row> stacks() {
  return {
      {"locked_stack", Model::stack, 2, make<LockedStack>, {{push, {1}}, {pop, {}}, {read_count, {}}}},
      {"treiber_stack", Model::stack, 4, make<TreiberStack>, {{push, {1, 2}}, {pop, {}}}},
      {"array_stack", Model::stack, 2, make<ArrayStack>, {{push, {1, 2}}, {pop, {}}}},
      {"work_stealing_deque",
       Model::deque,
       4,
       make<WorkStealingDeque>,
       {{push, {1, 2}, false, "owner"}, {pop_back, {}, false, "owner"}, {steal, {}}},
       2,
       2,
       1},
      {"locked_deque",
       Model::deque,
       2,
       make<LockedDeque>,
       {{push, {1, 2}}, {push_front, {1}}, {pop, {}}, {pop_back, {}}}},
  };
}
