// SPDX-License-Identifier: Apache-2.0
// What a test says of itself: values that fit nothing, models that are none, tests that are copied or never run; and
// progress under C++'s memory model, where a thread stops by its own operations and not by what all have performed.
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

using Model = heddle::model::queue<int>;
constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

class Queue {
 public:
  void push(int value) {
    const std::lock_guard<std::mutex> guard(lock_);
    values_.push_back(value);
  }
  std::optional<int> pop() {
    const std::lock_guard<std::mutex> guard(lock_);
    if (values_.empty()) return std::nullopt;
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex lock_;
  std::deque<int> values_;
};

heddle::linearizable<Queue> queue() {
  return heddle::linearizable<Queue>("Queue")
      .operation("push", &Queue::push)
      .operation("pop", &Queue::pop)
      .threads(2)
      .calls(1);
}

// The copy and the other one have values of their own.
bool copied() {
  auto one = queue();
  heddle::linearizable<Queue> other = one;
  const std::size_t few = one.values({1}).scenarios(), more = other.values({1, 2, 3}).scenarios();
  return few < more && one.values({1}).scenarios() == few && one.holds() && other.holds();
}
bool never_run() {
  queue();
  return true;
}
bool without_values() { return queue().values({}).holds(); }
bool empty_range() {
  return heddle::linearizable<Queue>("Queue")
      .operation("push", &Queue::push, heddle::range(5, 1))
      .operation("pop", &Queue::pop)
      .holds();
}
bool more_values() {
  return heddle::linearizable<Queue>("Queue")
      .operation("push", &Queue::push, heddle::any_of(1), heddle::any_of(2))
      .operation("pop", &Queue::pop)
      .holds();
}
bool twice_named() { return queue().operation("push", &Queue::pop).holds(); }
bool empty_function() { return queue().operation("add", std::function<void(Queue&)>()).holds(); }
bool misspelt() { return queue().strategy("fast").holds() && false; }

// ---- models that are none ----

bool moody() {
  return heddle::linearizable<Queue, Model>("Moody")
      .operation("push", &Queue::push, &Model::push)
      .operation("pop", &Queue::pop,
                 [](Model& model) {
                   static int asked = 0;
                   return ++asked % 2 != 0 ? std::nullopt : model.pop();
                 })
      .threads(2)
      .calls(1)
      .holds();
}

class Cached {  // each thread keeps what it saw first, of any object
 public:
  void write(int value) {
    value_ = seen = value;
    has_seen = true;
  }
  int read() {
    if (!has_seen) seen = value_;
    has_seen = true;
    return seen;
  }

 private:
  std::atomic<int> value_{0};
  static inline thread_local int seen = 0;
  static inline thread_local bool has_seen = false;
};
bool cached() {
  return heddle::linearizable<Cached>("Cached")
      .operation("write", &Cached::write)
      .operation("read", &Cached::read)
      .threads(2)
      .calls(2)
      .sequentially_consistent()
      .finally({})
      .holds();
}

class Measure {
 public:
  void set(int value) {
    const std::lock_guard<std::mutex> guard(lock_);
    value_ = value == 1 ? NAN : value;
  }
  double get() {
    const std::lock_guard<std::mutex> guard(lock_);
    return value_;
  }

 private:
  std::mutex lock_;
  double value_ = 0;
};
bool not_a_number() {
  return heddle::linearizable<Measure>("Measure")
      .operation("set", &Measure::set)
      .operation("get", &Measure::get)
      .holds();
}

// ---- values that say nothing of themselves ----

enum class Colour { red, green = 2 };
class Lamp {  // for a moment it is red
 public:
  void paint(Colour colour) {
    colour_ = Colour::red;
    colour_ = colour;
  }
  Colour colour() { return colour_; }

 private:
  std::atomic<Colour> colour_{static_cast<Colour>(7)};
};
bool lamp() {
  return heddle::linearizable<Lamp>("Lamp")
      .operation("paint", &Lamp::paint, heddle::any_of(Colour::green))
      .operation("colour", &Lamp::colour)
      .calls(1)
      .holds();
}

// The models compare what objects must not.
class Box {
 public:
  void put(heddle::token value) {
    const std::lock_guard<std::mutex> guard(lock_);
    values_.push_back(value);
  }
  std::optional<heddle::token> take() {
    const std::lock_guard<std::mutex> guard(lock_);
    if (values_.empty()) return std::nullopt;
    const heddle::token value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex lock_;
  std::deque<heddle::token> values_;
};
template <class Given>
bool box() {
  return heddle::linearizable<Box, Given>("Box")
      .operation("put", &Box::put, &Given::push)
      .operation("take", &Box::take, &Given::pop)
      .threads(2)
      .calls(1)
      .values({1, 2})
      .holds();
}

// ---- threads of its own, and calls that wait ----

class Written {  // later, by a thread that it has made
 public:
  void write(int value) {
    const std::lock_guard<std::mutex> guard(lock_);
    wanted_ = value;
  }
  int read() {
    const std::lock_guard<std::mutex> guard(lock_);
    return value_;
  }
  ~Written() { writer_.join(); }

 private:
  std::mutex lock_;
  int wanted_ = 0, value_ = 0;
  std::thread writer_{[this] {
    const std::lock_guard<std::mutex> guard(lock_);
    value_ = wanted_;
  }};
};
bool later() {
  using Register = heddle::model::register_of<int>;
  return heddle::linearizable<Written, Register>("Written")
      .operation("write", &Written::write, &Register::write, heddle::any_of(1))
      .operation("read", &Written::read, &Register::read)
      .threads(1)
      .calls(1)
      .holds();
}

class Waiting {
 public:
  void push(int value) {
    const std::lock_guard<std::mutex> guard(lock_);
    values_.push_back(value);
    filled_.notify_one();
  }
  int pop() {
    std::unique_lock<std::mutex> guard(lock_);
    filled_.wait(guard, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex lock_;
  std::condition_variable filled_;
  std::deque<int> values_;
};
bool unsaid_wait() {
  return heddle::linearizable<Waiting>("Waiting")
      .operation("push", &Waiting::push)
      .operation("pop", &Waiting::pop)
      .calls(1)
      .holds();
}

// ---- whatever fails says in which scenario ----

struct Unlocked {
  int count = 0;
  void add(int value) { count += value; }
  int get() { return count; }
};
bool unlocked() {
  return heddle::linearizable<Unlocked>("Unlocked")
      .operation("add", &Unlocked::add)
      .operation("get", &Unlocked::get)
      .holds();
}

// ---- a queue that is closed, and wakes too few ----

class Closed {
 public:
  std::optional<int> pop() {
    std::unique_lock<std::mutex> guard(lock_);
    changed_.wait(guard, [&] { return closed_; });
    return std::nullopt;
  }
  void close() {
    const std::lock_guard<std::mutex> guard(lock_);
    closed_ = true;
    changed_.notify_one();
  }
  bool waits() const { return !closed_; }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  bool closed_ = false;
};
bool closed() {
  return heddle::linearizable<Closed>("Closed")
      .operation("pop", &Closed::pop, heddle::waits_when([](const Closed& each) { return each.waits(); }))
      .operation("close", &Closed::close)
      .threads(3)
      .calls(1)
      .holds();
}

// ---- progress, with weak atomics ----

class Spinning {
 public:
  int next() {
    while (taken_.test_and_set(kAcquire)) {
    }
    const int result = ++count_;
    taken_.clear(kRelease);
    return result;
  }

 private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
  int count_ = 0;
};
class Exchanged {
 public:
  int next() {
    int seen = count_.load(kRelaxed);
    while (!count_.compare_exchange_strong(seen, seen + 1, kRelaxed)) {
    }
    return seen + 1;
  }

 private:
  std::atomic<int> count_{0};
};
class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, head_.load(kRelaxed)};
    while (!head_.compare_exchange_weak(node->next, node, kRelease, kRelaxed)) {
    }
  }
  int pop() {
    Node* node = head_.load(kAcquire);
    while (node != nullptr && !head_.compare_exchange_weak(node, node->next, kAcquire, kAcquire)) {
    }
    return node == nullptr ? 0 : node->value;
  }

 private:
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> head_{nullptr};
};

template <class Object>
bool makes_progress(heddle::linearizable<Object> test, unsigned threads, bool alone) {
  test.threads(threads).calls(1).values({1});
  return (alone ? test.obstruction_free() : test.lock_free()).holds();
}
bool spinning(bool alone) {
  return makes_progress(heddle::linearizable<Spinning>("Spinning").operation("next", &Spinning::next), 2,
                        alone);
}
bool exchanged(unsigned threads, bool alone) {
  return makes_progress(heddle::linearizable<Exchanged>("Exchanged").operation("next", &Exchanged::next),
                        threads, alone);
}
bool stack(bool alone) {
  return makes_progress(
      heddle::linearizable<Stack>("Stack").operation("push", &Stack::push).operation("pop", &Stack::pop), 2,
      alone);
}

// Takes before it looks, and puts back: another thread finds it empty too early.
struct Purse {
  std::atomic<int> coins{0};
  void put() { ++coins; }
  void take() {
    if (coins-- > 0) return;
    ++coins;
    throw std::runtime_error("empty");
  }
};
bool purse() {
  return heddle::linearizable<Purse>("Purse")
      .operation("put", &Purse::put)
      .operation("take", &Purse::take)
      .threads(2)
      .calls_in_all(3)
      .holds();
}

// A model that follows a null pointer.
bool crashing_model() {
  return heddle::linearizable<std::atomic<int>, int>("Number")
      .operation(
          "next", [](std::atomic<int>& number) { return ++number; },
          [](int& model) {
            static const volatile int* const nowhere = nullptr;
            return model += *nowhere;
          })
      .threads(1)
      .calls(1)
      .holds();
}

const Case cases[] = {
    {"purse.wrong", purse},
    {"crashing_model.wrong", crashing_model},
    {"copied.right", copied},
    {"never_run.refused", never_run},
    {"without_values.refused", without_values},
    {"empty_range.refused", empty_range},
    {"more_values.refused", more_values},
    {"twice_named.refused", twice_named},
    {"empty_function.refused", empty_function},
    {"lamp.wrong", lamp},
    {"box.right", box<heddle::model::queue<heddle::token>>},
    {"box.wrong", box<heddle::model::stack<heddle::token>>},
    {"later.wrong", later},
    {"unsaid_wait.wrong", unsaid_wait},
    {"misspelt.refused", misspelt},
    {"moody.wrong", moody},
    {"cached.wrong", cached},
    {"not_a_number.wrong", not_a_number},
    {"unlocked.wrong", unlocked},
    {"closed.wrong", closed},
    {"spinning.wrong", [] { return spinning(false); }},
    {"spinning_alone.wrong", [] { return spinning(true); }},
    {"exchanged.right", [] { return exchanged(2, false); }},
    {"exchanged_alone.right", [] { return exchanged(3, true); }},
    {"stack.right", [] { return stack(false); }},
    {"stack_alone.right", [] { return stack(true); }},
};

}  // namespace

int main(int words, char** arguments) { return run_case(cases, words, arguments); }
