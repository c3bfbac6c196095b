// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "subject.h"

namespace {

struct LockedQueue : Subject {
  std::mutex lock;
  std::deque<long> values;
  Answer act(Op op, long value) override {
    if (op == push) {
      const std::lock_guard guard(lock);
      values.push_back(value);
      return {};
    }
    if (mutant == 1) {  // looks, and takes later
      {
        const std::lock_guard guard(lock);
        if (values.empty()) return {};
      }
      const std::lock_guard guard(lock);
      if (values.empty()) return 0;
      const long first = values.front();
      values.pop_front();
      return first;
    }
    if (mutant == 2) {  // reads, and removes later
      long first = 0;
      {
        const std::lock_guard guard(lock);
        if (values.empty()) return {};
        first = values.front();
      }
      const std::lock_guard guard(lock);
      if (!values.empty()) values.pop_front();
      return first;
    }
    const std::lock_guard guard(lock);
    if (values.empty()) return {};
    const long taken = mutant == 3 ? values.back() : values.front();  // 3: the wrong end
    mutant == 3 ? values.pop_back() : values.pop_front();
    return taken;
  }
};

// Michael and Scott's queue with two locks.
struct TwoLockQueue : Subject {
  struct Node {
    long value = 0;
    std::atomic<Node*> next{nullptr};
  };
  std::mutex head_lock, tail_lock;
  Node* first = new Node;
  Node* head = first;
  Node* tail = first;
  ~TwoLockQueue() override {
    for (Node* node = first; node != nullptr;) {
      Node* next = node->next;
      delete node;
      node = next;
    }
  }
  Answer act(Op op, long value) override {
    if (op == push) {
      auto* node = new Node;
      node->value = value;
      const std::lock_guard guard(tail_lock);
      tail->next = node;
      tail = node;
      return {};
    }
    if (mutant == 1) {  // the head moves under another hold of its lock
      Node* next = nullptr;
      {
        const std::lock_guard guard(head_lock);
        next = head->next;
      }
      if (next == nullptr) return {};
      const std::lock_guard guard(head_lock);
      head = next;
      return next->value;
    }
    const std::lock_guard guard(head_lock);
    Node* next = head->next;
    if (next == nullptr) return {};
    if (mutant == 2 && next->next.load() == nullptr) return {};  // keeps the last value for itself
    head = next;
    return next->value;
  }
};

// Michael and Scott's queue without locks. Nodes are kept until the end.
struct LockFreeQueue : Subject {
  struct Node {
    long value = 0;
    std::atomic<Node*> next{nullptr};
  };
  Node* first = new Node;
  std::atomic<Node*> head{first}, tail{first};
  std::atomic<Node*> lost{nullptr};
  ~LockFreeQueue() override {
    for (Node* node = first; node != nullptr;) {
      Node* next = node->next;
      delete node;
      node = next;
    }
  }
  void enqueue(long value) {
    auto* node = new Node;
    if (mutant != 2) node->value = value;  // 2: when others see it already
    while (true) {
      Node* last = tail;
      Node* next = last->next;
      if (next != nullptr) {
        tail.compare_exchange_strong(last, next);
        continue;
      }
      if (mutant == 1) {  // a store where a compare-exchange belongs
        last->next = node;
        tail.compare_exchange_strong(last, node);
        return;
      }
      if (last->next.compare_exchange_strong(next, node)) {
        if (mutant == 2) node->value = value;
        tail.compare_exchange_strong(last, node);
        return;
      }
    }
  }
  Answer dequeue() {
    while (true) {
      Node* front = head;
      Node* last = tail;
      Node* next = front->next;
      if (front == last) {
        if (next == nullptr) return {};
        tail.compare_exchange_strong(last, next);
        continue;
      }
      if (next == nullptr) continue;
      const long value = next->value;
      if (mutant == 3) {  // a store where a compare-exchange belongs
        head = next;
        return value;
      }
      if (head.compare_exchange_strong(front, next))
        return mutant == 4 ? front->value : value;  // 4: of the dummy
      if (mutant == 5) return {};                   // somebody was faster: gives up
    }
  }
  Answer act(Op op, long value) override {
    if (op == pop) return dequeue();
    enqueue(value);
    return {};
  }
};

// Dmitry Vyukov's bounded ring for many producers and consumers, of two cells. As it is usually written (mutant 6) it says
// "empty" while values are inside, if the producer of the first one is slow; here such a cell is waited for.
struct Ring : Subject {
  static constexpr long kSize = 2;
  struct Cell {
    std::atomic<long> sequence;
    std::atomic<long> value{0};
  };
  Cell cells[kSize];
  std::atomic<long> tail{0}, head{0};
  Ring() {
    for (long i = 0; i < kSize; ++i) cells[i].sequence = i;
  }
  Answer act(Op op, long value) override {
    if (op == push) {
      long at = tail;
      while (true) {
        Cell& cell = cells[at % kSize];
        const long difference = cell.sequence - at;
        if (difference < 0 && mutant != 1) {  // full; 1: overwrites
          if (mutant == 6 || head + kSize <= at) return 0;
          at = tail;
          continue;
        }
        if (difference == 0 || mutant == 1) {
          if (mutant == 2) {  // claims without a compare-exchange
            tail = at + 1;
          } else if (!tail.compare_exchange_strong(at, at + 1)) {
            continue;
          }
          if (mutant == 3) cell.sequence = at + 1;  // published before it is written
          cell.value = value;
          cell.sequence = at + 1;
          return 1;
        }
        at = tail;
      }
    }
    long at = head;
    while (true) {
      Cell& cell = cells[at % kSize];
      const long difference = cell.sequence - (at + 1);
      if (difference < 0) {
        if (mutant == 6 || tail == at) return {};
        at = head;
        continue;
      }
      if (difference == 0) {
        if (mutant == 4) {
          head = at + 1;
        } else if (!head.compare_exchange_strong(at, at + 1)) {
          continue;
        }
        if (mutant == 5) cell.sequence = at + kSize;  // free before it is read
        const long value_read = cell.value;
        cell.sequence = at + kSize;
        return value_read;
      }
      at = head;
    }
  }
};

// One producer, one consumer.
struct SingleRing : Subject {
  static constexpr unsigned long kSize = 3;  // one cell stays free
  std::atomic<long> cells[kSize] = {};
  std::atomic<unsigned long> head{0}, tail{0};
  Answer act(Op op, long value) override {
    if (op == push) {
      const unsigned long at = tail, next = (at + 1) % kSize;
      if (mutant != 1 && next == head) return 0;  // 1: never full
      if (mutant == 2) tail = next;               // published before it is written
      cells[at] = value;
      tail = next;
      return 1;
    }
    const unsigned long at = head;
    if (at == tail && mutant != 3) return {};  // 3: takes what is not there
    const long taken = cells[at];
    head = (at + 1) % kSize;
    return taken;
  }
};

struct BlockingQueue : Subject {
  std::mutex lock;
  std::condition_variable filled;
  std::deque<long> values;
  Answer act(Op op, long value) override {
    std::unique_lock guard(lock);
    if (op == push) {
      values.push_back(value);
      if (mutant == 1) return {};                                  // tells nobody
      if (mutant != 2 || values.size() == 1) filled.notify_one();  // 2: only when it was empty
      return {};
    }
    if (mutant == 3) {  // looks once
      if (values.empty()) filled.wait(guard);
      if (values.empty()) return 0;
    } else {
      filled.wait(guard, [&] { return !values.empty(); });
    }
    const long first = values.front();
    values.pop_front();
    return first;
  }
};

// Two queues taken in turns: a value may be overtaken, by few.
struct TurnsQueue : Subject {
  std::mutex locks[2];
  std::deque<long> values[2];
  std::atomic<unsigned> in{0}, out{0};
  std::mutex all;
  Answer act(Op op, long value) override {
    if (op == push) {
      const unsigned at = in++ % 2;
      const std::lock_guard guard(locks[at]);
      values[at].push_back(value);
      return {};
    }
    const std::lock_guard one(locks[0]);
    const std::lock_guard two(locks[1]);
    const unsigned first = out++ % 2;
    for (const unsigned at : {first, 1 - first}) {
      if (values[at].empty()) {
        if (mutant == 1) return {};  // does not look into the other
        continue;
      }
      const long taken = values[at].front();
      if (mutant != 2 || values[at].size() > 1) values[at].pop_front();  // 2: the last one stays
      return taken;
    }
    return {};
  }
};

template <class T>
std::unique_ptr<Subject> make() {
  return std::make_unique<T>();
}

}  // namespace

std::vector<Row> queues() {
  return {
      {"locked_queue", Model::queue, 3, make<LockedQueue>, {{push, {1, 2}}, {pop, {}}}, 3, 2},
      {"two_lock_queue", Model::queue, 2, make<TwoLockQueue>, {{push, {1, 2}}, {pop, {}}}},
      {"lock_free_queue", Model::queue, 5, make<LockFreeQueue>, {{push, {1, 2}}, {pop, {}}}},
      {"ring", Model::bounded_queue, 6, make<Ring>, {{push, {1, 2}}, {pop, {}}}, 2, 2, 1},
      {"single_ring",
       Model::bounded_queue,
       3,
       make<SingleRing>,
       {{push, {1, 2}, false, "producer"}, {pop, {}, false, "consumer"}},
       2,
       3},
      {"blocking_queue",
       Model::queue,
       3,
       make<BlockingQueue>,
       {{push, {1, 2}}, {pop, {}, true}},
       3,
       2,
       0,
       Row::linearizable,
       {"none"}},
      {"turns_queue", Model::relaxed_queue, 2, make<TurnsQueue>, {{push, {1, 2}}, {pop, {}}}},
  };
}
