// SPDX-License-Identifier: Apache-2.0
// Objects that are meant to lead <heddle/linearizable.h> astray: attack NAME, under `heddle check`. The names end with what
// is to be found: right, wrong, or refused (the test cannot be meant so, and says why).
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>

#include <heddle/linearizable.h>

namespace {

using Sorted = std::multiset<int>;

// A bounded priority queue. Wrong: whether there is room is asked before the lock is taken.
template <bool wrong>
struct Priorities {
  std::mutex lock;
  std::priority_queue<int> values;
  bool try_push(int value) {
    if (wrong && is_full()) return false;
    const bool goes_on = wrong;
    const std::lock_guard guard(lock);
    if (!goes_on && values.size() >= 1) return false;
    values.push(value);
    return true;
  }
  bool is_full() {
    const std::lock_guard guard(lock);
    return values.size() >= 1;
  }
  std::optional<int> try_pop() {
    const std::lock_guard guard(lock);
    if (values.empty()) return {};
    const int top = values.top();
    values.pop();
    return top;
  }
};
template <bool wrong>
bool priorities() {
  return heddle::linearizable<Priorities<wrong>, Sorted>("Priorities")
      .operation("try_push", &Priorities<wrong>::try_push,
                 [](Sorted& model, int value) { return model.empty() && (model.insert(value), true); })
      .operation("try_pop", &Priorities<wrong>::try_pop,
                 [](Sorted& model) -> std::optional<int> {
                   if (model.empty()) return {};
                   const int top = *model.rbegin();
                   model.erase(std::prev(model.end()));
                   return top;
                 })
      .calls_in_all(3)
      .holds();
}

// Waits while it is empty. Wrong: a push tells nobody if something was inside already.
template <bool wrong>
struct Waiting {
  std::mutex lock;
  std::condition_variable changed;
  std::deque<int> values;
  void push(int value) {
    const std::lock_guard guard(lock);
    values.push_back(value);
    if (!wrong || values.size() == 1) changed.notify_one();
  }
  int pop() {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return !values.empty(); });
    const int first = values.front();
    values.pop_front();
    return first;
  }
  bool is_empty() const { return values.empty(); }
};
template <bool wrong>
bool waiting() {
  return heddle::linearizable<Waiting<wrong>>("Waiting")
      .operation("push", &Waiting<wrong>::push)
      .operation("pop", &Waiting<wrong>::pop,
                 heddle::waits_when([](const Waiting<wrong>& object) { return object.is_empty(); }))
      .threads(wrong ? 4 : 2)
      .calls(wrong ? 1 : 2)
      .calls_in_all(wrong ? 4 : 3)
      .values({1})
      .holds();
}
// Nobody said that it waits.
bool waiting_unsaid() {
  return heddle::linearizable<Waiting<false>>("Waiting")
      .operation("push", &Waiting<false>::push)
      .operation("pop", &Waiting<false>::pop)
      .values({1})
      .holds();
}

// Exceptions of several types, and one that is none of the standard library's.
template <bool wrong>
struct Throws {
  std::atomic<int> count{0};
  int take() {
    int seen = count;
    if (seen == 2) throw 5;
    if (wrong) {
      count = seen + 1;
      return seen;
    }
    while (!count.compare_exchange_strong(seen, seen + 1))
      if (seen == 2) throw 5;
    return seen;
  }
  void give() {
    int seen = count;
    do
      if (seen == 0) throw std::underflow_error("nothing to give back");
    while (!count.compare_exchange_strong(seen, seen - 1));
  }
};
template <bool wrong>
bool throws() {
  return heddle::linearizable<Throws<wrong>>("Throws")
      .operation("take", &Throws<wrong>::take)
      .operation("give", &Throws<wrong>::give)
      .calls_in_all(3)
      .holds();
}

// Like std::expected.
struct Answer {
  int number;
  std::string problem;
  bool has_value() const { return problem.empty(); }
  int operator*() const { return number; }
  const std::string& error() const { return problem; }
  bool operator==(const Answer& other) const { return number == other.number && problem == other.problem; }
};
template <bool wrong>
struct Accounts {
  std::mutex lock;
  int balance = 1;
  Answer withdraw(const std::string& name, int amount) {
    if (wrong) {
      if (peek() < amount) return {0, name + " has too little"};
    }
    const std::lock_guard guard(lock);
    if (!wrong && balance < amount) return {0, name + " has too little"};
    return {balance -= amount, ""};
  }
  int peek() {
    const std::lock_guard guard(lock);
    return balance;
  }
};
template <bool wrong>
bool accounts() {
  return heddle::linearizable<Accounts<wrong>>("Accounts")
      .operation("withdraw", &Accounts<wrong>::withdraw, heddle::any_of(std::string("Ada")),
                 heddle::any_of(1, 2))
      .operation("peek", [](Accounts<wrong>& accounts) { return accounts.peek(); })
      .calls_in_all(3)
      .holds();
}

// A queue that may let one value overtake another. Wrong: two.
template <unsigned overtakes>
struct Relaxed {
  std::mutex lock;
  std::deque<int> values;
  unsigned turn = 0;
  void push(int value) {
    const std::lock_guard guard(lock);
    values.push_back(value);
  }
  std::optional<int> pop() {
    const std::lock_guard guard(lock);
    if (values.empty()) return {};
    const auto at = values.begin() + static_cast<long>(std::min<std::size_t>(overtakes, values.size() - 1));
    const int value = *at;
    values.erase(at);
    return value;
  }
};
template <unsigned overtakes>
bool relaxed() {
  using Deque = std::deque<int>;
  return heddle::linearizable<Relaxed<overtakes>, Deque>("Relaxed")
      .operation("push", &Relaxed<overtakes>::push, [](Deque& model, int value) { model.push_back(value); })
      .relation("pop", &Relaxed<overtakes>::pop,
                [](const Deque& model, const std::optional<int>& seen) {
                  std::vector<Deque> after;
                  if (!seen && model.empty()) after.push_back(model);
                  for (std::size_t i = 0; seen && i < std::min<std::size_t>(2, model.size()); ++i)
                    if (model[i] == *seen) {
                      after.push_back(model);
                      after.back().erase(after.back().begin() + static_cast<long>(i));
                    }
                  return after;
                })
      .values({1, 2, 3})
      .threads(2)
      .calls(3)
      .calls_in_all(3)
      .holds();
}

// Two halves, counted by whoever asks: right at rest, not in between.
struct Halves {
  std::atomic<int> left{0}, right{0};
  void increment_left() { ++left; }
  void increment_right() { right += 2; }
  int read() {
    const int first = left;
    return first + right;
  }
};
template <bool linearizable>
bool halves() {
  auto test = heddle::linearizable<Halves, int>("Halves");
  test.operation("increment_left", &Halves::increment_left, [](int& model) { ++model; })
      .operation("increment_right", &Halves::increment_right, [](int& model) { model += 2; })
      .operation("read", &Halves::read, [](int& model) { return model; })
      .threads(3)
      .calls(2)
      .calls_in_all(linearizable ? 4 : 3);
  if (!linearizable) test.quiescently_consistent();
  return test.holds();
}

// Models that can be compared in one way only, or not at all.
template <int how>
struct Number {
  int value = 0;
};
bool operator<(const Number<1>& a, const Number<1>& b) { return a.value < b.value; }
bool operator==(const Number<2>& a, const Number<2>& b) { return a.value == b.value; }
struct Counted {
  std::atomic<int> value{0};
  int next() noexcept { return value++; }
  int get() const noexcept { return value; }
};
template <int how>
bool compared() {
  const std::function<int(Counted&)> next = [](Counted& counted) { return counted.next(); };
  return heddle::linearizable<Counted, Number<how>>("Counted")
      .operation("next", next, [](Number<how>& model) { return model.value++; })
      .operation("get", &Counted::get, [](const Number<how>& model) { return model.value; })
      .threads(3)
      .calls(1)
      .holds();
}

// A ring for one consumer: right as long as there is one.
struct Single {
  std::atomic<int> slots[4]{};
  std::atomic<int> tail{0};
  std::atomic<int> head{0};
  void push(int value) {
    const int at = tail++;
    slots[at % 4] = value;
  }
  int pop() {
    const int at = head;
    const int value = slots[at % 4];
    if (value == 0) return 0;
    slots[at % 4] = 0;
    head = at + 1;
    return value;
  }
};
template <bool one>
bool single() {
  auto test = heddle::linearizable<Single>("Single");
  test.operation("push", &Single::push, heddle::one_thread("producer"));
  if (one)
    test.operation("pop", &Single::pop, heddle::one_thread("consumer"));
  else
    test.operation("pop", &Single::pop);
  return test.threads(2).calls(2).calls_in_all(3).calls_before(1).holds();
}

// What is wrong is not its results: found all the same, as what it is.
struct Crossed {
  std::mutex first, second;
  void one() {
    const std::lock_guard a(first);
    const std::lock_guard b(second);
  }
  void other() {
    const std::lock_guard b(second);
    const std::lock_guard a(first);
  }
};
bool crossed() {
  return heddle::linearizable<Crossed>("Crossed")
      .operation("one", &Crossed::one)
      .operation("other", &Crossed::other)
      .calls(1)
      .holds();
}
struct Unlocked {
  int count = 0;
  void increment() { ++count; }
};
bool unlocked() {
  return heddle::linearizable<Unlocked>("Unlocked")
      .operation("increment", &Unlocked::increment)
      .calls(1)
      .holds();
}

// It starts with something inside, and is not made by default.
struct Full {
  explicit Full(int with) : value(with) {}
  std::atomic<int> value;
  int swap(int to) { return value.exchange(to); }
};
template <int model>
bool started() {
  return heddle::linearizable<Full, int>("Full")
      .operation("swap", &Full::swap,
                 [](int& now, int to) {
                   std::swap(now, to);
                   return to;
                 })
      .object([] { return std::make_unique<Full>(7); })
      .model(model)
      .calls(1)
      .holds();
}

// Tests that would look at nothing.
bool nothing_to_do() { return heddle::linearizable<Counted>("Counted").holds(); }
bool no_threads() {
  return heddle::linearizable<Counted>("Counted").operation("next", &Counted::next).threads(0).holds();
}
bool no_calls() {
  return heddle::linearizable<Counted>("Counted").operation("next", &Counted::next).calls(0).holds();
}
bool one_thread_alone() {
  return heddle::linearizable<Counted>("Counted").operation("next", &Counted::next).threads(1).holds();
}
bool no_values() {
  return heddle::linearizable<Unlocked>("Unlocked")
      .operation("increment", [](Unlocked& object, int) { object.increment(); })
      .values({})
      .holds();
}
bool unknown_final() {
  return heddle::linearizable<Counted>("Counted").operation("next", &Counted::next).finally({"get"}).holds();
}
bool alike_but_not() {
  return heddle::linearizable<Priorities<false>>("Priorities")
      .operation("try_push", &Priorities<false>::try_push)
      .operation("is_large",
                 [](Priorities<false>& object, int value) { return object.is_full() && value > 1; })
      .values_alike()
      .holds();
}

const struct {
  const char* name;
  bool (*holds)();
} kTests[] = {
    {"priorities.right", priorities<false>},
    {"priorities.wrong", priorities<true>},
    {"waiting.right", waiting<false>},
    {"waiting.wrong", waiting<true>},
    {"waiting_unsaid.wrong", waiting_unsaid},
    {"throws.right", throws<false>},
    {"throws.wrong", throws<true>},
    {"accounts.right", accounts<false>},
    {"accounts.wrong", accounts<true>},
    {"relaxed.right", relaxed<1>},
    {"relaxed.wrong", relaxed<2>},
    {"halves.right", halves<false>},
    {"halves.wrong", halves<true>},
    {"compared_by_less.right", compared<1>},
    {"compared_by_equal.right", compared<2>},
    {"not_compared.right", compared<3>},
    {"single.right", single<true>},
    {"single.wrong", single<false>},
    {"crossed.wrong", crossed},
    {"unlocked.wrong", unlocked},
    {"started.right", started<7>},
    {"started.wrong", started<0>},
    {"nothing_to_do.refused", nothing_to_do},
    {"no_threads.refused", no_threads},
    {"no_calls.refused", no_calls},
    {"one_thread_alone.refused", one_thread_alone},
    {"no_values.refused", no_values},
    {"unknown_final.refused", unknown_final},
    {"alike_but_not.refused", alike_but_not},
};

}  // namespace

int main(int count, char** arguments) {
  for (const auto& test : kTests) {
    if (count == 1) std::puts(test.name);
    if (count > 1 && std::strcmp(arguments[1], test.name) == 0) return test.holds() ? 0 : 1;
  }
  return count == 1 ? 0 : 2;
}
