// SPDX-License-Identifier: Apache-2.0
// Numbers, cells, identifiers, locks and events, as found in libraries: each right, and with one mistake.
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

using Guard = std::lock_guard<std::mutex>;

// Two accounts with a lock each, both taken at once. Mistake: one after the other.
class Accounts {
 public:
  explicit Accounts(bool wrong) : wrong_(wrong) {}
  bool move(int amount) {
    if (!wrong_) {
      const std::scoped_lock both(first_lock_, second_lock_);
      return move_locked(amount);
    }
    {
      const Guard guard(first_lock_);
      if (first_ < amount) return false;
      first_ -= amount;
    }
    const Guard guard(second_lock_);
    second_ += amount;
    return true;
  }
  int sum() {
    const std::scoped_lock both(second_lock_, first_lock_);
    return first_ + second_;
  }

 private:
  bool move_locked(int amount) {
    if (first_ < amount) return false;
    first_ -= amount;
    second_ += amount;
    return true;
  }
  bool wrong_;
  std::mutex first_lock_, second_lock_;
  int first_ = 2, second_ = 0;
};
bool accounts(bool wrong) {
  return heddle::linearizable<Accounts>("Accounts")
      .object([wrong] { return std::make_unique<Accounts>(wrong); })
      .operation("move", &Accounts::move)
      .operation("sum", &Accounts::sum)
      .threads(2)
      .calls(1)
      .holds();
}

// No more than one. Mistake: more is counted for a moment, and others see it.
class Places {
 public:
  explicit Places(bool wrong) : wrong_(wrong) {}
  bool enter() {
    if (wrong_) {
      if (inside_.fetch_add(1) < 1) return true;
      inside_.fetch_sub(1);
      return false;
    }
    int now = inside_;
    while (now < 1)
      if (inside_.compare_exchange_strong(now, now + 1)) return true;
    return false;
  }
  bool leave() {
    int now = inside_;
    while (now > 0)
      if (inside_.compare_exchange_strong(now, now - 1)) return true;
    return false;
  }

 private:
  bool wrong_;
  std::atomic<int> inside_{0};
};
bool places(bool wrong) {
  return heddle::linearizable<Places>("Places")
      .object([wrong] { return std::make_unique<Places>(wrong); })
      .operation("enter", &Places::enter)
      .operation("leave", &Places::leave)
      .threads(2)
      .calls(2)
      .calls_before(1)
      .calls_in_all(4)
      .holds();
}

// The largest value so far. Mistake: compare, then store.
class Largest {
 public:
  explicit Largest(bool wrong) : wrong_(wrong) {}
  void offer(int value) {
    int now = largest_;
    if (wrong_) {
      if (value > now) largest_ = value;
      return;
    }
    while (value > now && !largest_.compare_exchange_weak(now, value)) {
    }
  }
  int get() const { return largest_; }

 private:
  bool wrong_;
  std::atomic<int> largest_{0};
};
bool largest(bool wrong) {
  return heddle::linearizable<Largest>()
      .object([wrong] { return std::make_unique<Largest>(wrong); })
      .operation("offer", &Largest::offer)
      .operation("get", &Largest::get)
      .threads(2)
      .calls(2)
      .holds();
}

// Written once. Mistake: look, then write; and the value is written before the flag in both.
class Cell {
 public:
  explicit Cell(bool wrong) : wrong_(wrong) {}
  bool set(std::string value) {
    if (wrong_) {
      if (state_ == 2) return false;
      const Guard guard(lock_);
      value_ = std::move(value);
      state_ = 2;
      return true;
    }
    const Guard guard(lock_);
    if (state_ == 2) return false;
    value_ = std::move(value);
    state_ = 2;
    return true;
  }
  std::string get() const {
    const Guard guard(lock_);
    if (state_ != 2) throw std::out_of_range("nothing");
    return value_;
  }

 private:
  bool wrong_;
  mutable std::mutex lock_;
  std::atomic<int> state_{0};
  std::string value_;
};
bool cell(bool wrong) {
  return heddle::linearizable<Cell>("Cell")
      .object([wrong] { return std::make_unique<Cell>(wrong); })
      .operation("set", &Cell::set, heddle::any_of("a", "b"))
      .operation("get", &Cell::get)
      .threads(2)
      .calls(1)
      .holds();
}

// Three bits, of which each number sets two. That is right only if the bit which two of them share is set first: else
// 1 and 2 can both be seen by their other bits, and the shared one not yet.
class Bits {
 public:
  explicit Bits(bool wrong) : wrong_(wrong) {}
  void add(int number) {
    if (number == 1) return set(0, 1);
    wrong_ ? set(2, 1) : set(1, 2);
  }
  bool has(int number) const {
    const int first = number == 2 ? 1 : 0, second = number == 1 ? 1 : 2;
    return bits_[first] && bits_[second];
  }

 private:
  void set(int first, int second) {
    bits_[first] = true;
    bits_[second] = true;
  }
  bool wrong_;
  std::array<std::atomic<bool>, 3> bits_{};
};
bool bits(bool wrong) {
  return heddle::linearizable<Bits>("Bits")
      .object([wrong] { return std::make_unique<Bits>(wrong); })
      .operation("add", &Bits::add, heddle::any_of(1, 2))
      .operation("has", &Bits::has, heddle::any_of(1, 3))
      .threads(3)
      .calls(2)
      .calls_in_all(4)
      .finally({})
      .holds();
}

// Numbers that are given out, the smallest free one first. A thread that finds 0 taken may get 1 although 0 is free by
// then, so it is right only for a model that lets any free one be given. "None" can be said where there always was one;
// but that shows only where somebody can ask which are free.
class Ids {
 public:
  int take() {
    for (int i = 0; i < 2; ++i)
      if (!taken_[i].exchange(true)) return i;
    return -1;
  }
  void give(int id) { taken_[id] = false; }
  bool is_free(int id) const { return !taken_[id]; }

 private:
  std::array<std::atomic<bool>, 2> taken_{};
};
using Taken = std::array<bool, 2>;
enum class Asked { any, smallest, free };
bool ids(unsigned threads, Asked asked) {
  const bool smallest = asked == Asked::smallest;
  auto test = heddle::linearizable<Ids, Taken>("Ids");
  test.relation("take", &Ids::take,
                [smallest](const Taken& taken, int id) {
                  std::vector<Taken> after;
                  if (id < 0) return taken[0] && taken[1] ? std::vector<Taken>{taken} : after;
                  if (taken[id] || (smallest && id == 1 && !taken[0])) return after;
                  after.push_back(taken);
                  after[0][id] = true;
                  return after;
                })
      .operation(
          "give", &Ids::give, [](Taken& taken, int id) { taken[id] = false; }, heddle::any_of(0, 1))
      .model(Taken{})
      .threads(threads)
      .calls(2)
      .calls_before(smallest ? 2 : 1)
      .calls_in_all(asked == Asked::any ? 4 : 5)
      .finally({});
  if (asked == Asked::free)
    test.operation(
        "is_free", &Ids::is_free, [](Taken& taken, int id) { return !taken[id]; }, heddle::any_of(1));
  return test.holds();
}

// An event that is set and waited for. Mistake: it wakes up one.
class Event {
 public:
  explicit Event(bool wrong) : wrong_(wrong) {}
  void set() {
    const Guard guard(lock_);
    is_set_ = true;
    wrong_ ? changed_.notify_one() : changed_.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> guard(lock_);
    while (!is_set_) changed_.wait(guard);
  }
  bool is_set() {
    const Guard guard(lock_);
    return is_set_;
  }

 private:
  bool wrong_;
  std::mutex lock_;
  std::condition_variable changed_;
  bool is_set_ = false;
};
bool event(bool wrong) {
  return heddle::linearizable<Event, bool>("Event")
      .object([wrong] { return std::make_unique<Event>(wrong); })
      .operation("set", &Event::set, [](bool& set) { set = true; })
      .operation(
          "wait", &Event::wait, [](bool&) {}, heddle::waits_when([](bool set) { return !set; }))
      .operation("is_set", &Event::is_set, [](bool& set) { return set; })
      .threads(3)
      .calls(1)
      .finally({"is_set"})
      .holds();
}

// The same by std::atomic::wait. Mistake: nobody is woken up.
class Gate {
 public:
  explicit Gate(bool wrong) : wrong_(wrong) {}
  void open() {
    open_ = true;
    if (!wrong_) open_.notify_all();
  }
  void pass() { open_.wait(false); }

 private:
  bool wrong_;
  std::atomic<bool> open_{false};
};
bool gate(bool wrong) {
  return heddle::linearizable<Gate, bool>("Gate")
      .object([wrong] { return std::make_unique<Gate>(wrong); })
      .operation("open", &Gate::open, [](bool& open) { open = true; })
      .operation(
          "pass", &Gate::pass, [](bool&) {}, heddle::waits_when([](bool open) { return !open; }))
      .threads(2)
      .calls(1)
      .holds();
}

// std::counting_semaphore. Mistake: try_acquire of its own looks first and acquires then, which may wait.
class Permits {
 public:
  explicit Permits(bool wrong) : wrong_(wrong) {}
  bool try_take() {
    if (!wrong_) return permits_.try_acquire();
    if (count_ <= 0) return false;
    take();
    return true;
  }
  void take() {
    permits_.acquire();
    --count_;
  }
  void give() {
    permits_.release();
    ++count_;
  }

 private:
  bool wrong_;
  std::counting_semaphore<4> permits_{1};
  std::atomic<int> count_{1};
};
bool permits(bool wrong) {
  using Model = heddle::model::semaphore;
  return heddle::linearizable<Permits, Model>("Permits")
      .object([wrong] { return std::make_unique<Permits>(wrong); })
      .model(Model{1})
      .operation("try_take", &Permits::try_take, &Model::try_acquire)
      .operation("give", &Permits::give, &Model::release)
      .threads(2)
      .calls(1)
      .calls_before(0)
      .finally({})
      .holds();
}

// Two numbers read together by reading twice. Mistake: once.
class Both {
 public:
  explicit Both(bool wrong) : wrong_(wrong) {}
  void left() { ++left_; }
  void right() { ++right_; }
  std::pair<int, int> get() const {
    while (true) {
      const std::pair<int, int> first(left_, right_);
      if (wrong_ || (first.first == left_ && first.second == right_)) return first;
    }
  }

 private:
  bool wrong_;
  std::atomic<int> left_{0}, right_{0};
};
bool both(bool wrong) {
  return heddle::linearizable<Both>("Both")
      .object([wrong] { return std::make_unique<Both>(wrong); })
      .operation("left", &Both::left)
      .operation("right", &Both::right)
      .operation("get", &Both::get)
      .threads(2)
      .calls(2)
      .finally({"get"})
      .holds();
}

// Numbers given out in blocks of two to each thread: unique, in no order. The relation says so. Mistake: the block is
// taken with a load and a store.
class Blocks {
 public:
  explicit Blocks(bool wrong) : wrong_(wrong) {}
  int next() {
    if (!wrong_) return next_.fetch_add(2);
    const int block = next_;
    next_ = block + 2;
    return block;
  }

 private:
  bool wrong_;
  std::atomic<int> next_{0};
};
bool blocks(bool wrong) {
  using Given = std::vector<int>;
  return heddle::linearizable<Blocks, Given>("Blocks")
      .object([wrong] { return std::make_unique<Blocks>(wrong); })
      .relation("next", &Blocks::next,
                [](const Given& given, int number) {
                  for (const int each : given)
                    if (each == number) return std::vector<Given>();
                  std::vector<Given> after{given};
                  after[0].push_back(number);
                  return after;
                })
      .threads(3)
      .calls(1)
      .holds();
}

// Readers and a writer. Mistake: the reader that becomes a writer does not look again.
class Lazy {
 public:
  explicit Lazy(bool wrong) : wrong_(wrong) {}
  int get(int key) {
    {
      const std::shared_lock<std::shared_mutex> guard(lock_);
      if (values_[key] != 0) return values_[key];
    }
    const std::unique_lock<std::shared_mutex> guard(lock_);
    if (wrong_ || values_[key] == 0) values_[key] = ++made_;
    return values_[key];
  }

 private:
  bool wrong_;
  std::shared_mutex lock_;
  std::array<int, 3> values_{};
  int made_ = 0;
};
bool lazy(bool wrong) {
  return heddle::linearizable<Lazy>("Lazy")
      .object([wrong] { return std::make_unique<Lazy>(wrong); })
      .operation("get", &Lazy::get)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .finally({"get"})
      .holds();
}

// A counter whose parts are added up: right if it is only counted up and read by one that compares nothing else.
// Mistake: also counted down, by another thread than the one that counted up.
class Parts {
 public:
  void up(int part) { ++parts_[part]; }
  void down(int part) { --parts_[part]; }
  int sum() const { return parts_[0] + parts_[1]; }

 private:
  std::array<std::atomic<int>, 2> parts_{};
};
bool parts(bool wrong) {
  heddle::Linearizable<Parts, void> test = heddle::linearizable<Parts>("Parts");
  test.operation("up", &Parts::up, heddle::any_of(0, 1)).operation("sum", &Parts::sum);
  if (wrong) test.operation("down", &Parts::down, heddle::any_of(0, 1));
  return test.threads(2).calls(2).calls_in_all(3).holds();
}

const Case cases[] = {
    {"accounts.right", [] { return accounts(false); }},
    {"accounts.wrong", [] { return accounts(true); }},
    {"places.right", [] { return places(false); }},
    {"places.wrong", [] { return places(true); }},
    {"largest.right", [] { return largest(false); }},
    {"largest.wrong", [] { return largest(true); }},
    {"cell.right", [] { return cell(false); }},
    {"cell.wrong", [] { return cell(true); }},
    {"bits.right", [] { return bits(false); }},
    {"bits.wrong", [] { return bits(true); }},
    {"ids.right", [] { return ids(3, Asked::any); }},
    {"ids_smallest.wrong", [] { return ids(2, Asked::smallest); }},
    {"ids_free.wrong", [] { return ids(3, Asked::free); }},
    {"event.right", [] { return event(false); }},
    {"event.wrong", [] { return event(true); }},
    {"gate.right", [] { return gate(false); }},
    {"gate.wrong", [] { return gate(true); }},
    {"permits.right", [] { return permits(false); }},
    {"permits.wrong", [] { return permits(true); }},
    {"both.right", [] { return both(false); }},
    {"both.wrong", [] { return both(true); }},
    {"blocks.right", [] { return blocks(false); }},
    {"blocks.wrong", [] { return blocks(true); }},
    {"lazy.right", [] { return lazy(false); }},
    {"lazy.wrong", [] { return lazy(true); }},
    {"parts.right", [] { return parts(false); }},
    {"parts.wrong", [] { return parts(true); }},
};

}  // namespace

int main(int words, char** arguments) { return run_case(cases, words, arguments); }
