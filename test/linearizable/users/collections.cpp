// SPDX-License-Identifier: Apache-2.0
// Collections as found in libraries: each right, and with one mistake.
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

using Guard = std::lock_guard<std::mutex>;

// Many producers and one consumer: a producer takes the end of the list first and links it then. One that stands between
// hides what others pushed after it, so it is only quiescently consistent.
class Mailbox {
 public:
  Mailbox() : head_(new Node{}), tail_(head_.load()) {}
  void push(int value) {
    Node* node = new Node{value};
    head_.exchange(node)->next = node;
  }
  std::optional<int> pop() {
    Node* next = tail_->next;
    if (next == nullptr) return std::nullopt;
    tail_ = next;
    return next->value;
  }

 private:
  struct Node {
    int value = 0;
    std::atomic<Node*> next{nullptr};
  };
  std::atomic<Node*> head_;
  Node* tail_;
};
bool mailbox(bool quiescent) {
  auto test = heddle::linearizable<Mailbox, std::deque<int>>("Mailbox");
  test.operation("push", &Mailbox::push, [](std::deque<int>& model, int value) { model.push_back(value); })
      .operation(
          "pop", &Mailbox::pop,
          [](std::deque<int>& model) {
            std::optional<int> first;
            if (model.empty()) return first;
            first = model.front();
            model.pop_front();
            return first;
          },
          heddle::one_thread("consumer"))
      .threads(3)
      .calls(1)
      .finally({});
  if (quiescent) test.quiescently_consistent();
  return test.holds();
}

// A sorted list whose locks are taken hand over hand. Mistake: one is given back before the next is taken.
class HandOverHand {
 public:
  explicit HandOverHand(bool wrong) : wrong_(wrong) { head_.next = new Node{1 << 20}; }
  bool add(int key) {
    Node* at = find(key);
    const bool is_new = at->next.load()->key != key;
    if (is_new) {
      Node* node = new Node{key};
      node->next = at->next.load();
      at->next = node;
    }
    leave(at);
    return is_new;
  }
  bool remove(int key) {
    Node* at = find(key);
    const bool is_in = at->next.load()->key == key;
    if (is_in) {
      Node* gone = at->next;
      gone->lock.lock();
      at->next = gone->next.load();
      gone->lock.unlock();
    }
    leave(at);
    return is_in;
  }

 private:
  struct Node {
    int key = 0;
    std::atomic<Node*> next{nullptr};
    std::mutex lock{};
  };
  Node* find(int key) {
    Node* at = &head_;
    at->lock.lock();
    while (at->next.load()->key < key) {
      Node* next = at->next;
      if (wrong_) at->lock.unlock();
      next->lock.lock();
      if (!wrong_) at->lock.unlock();
      at = next;
    }
    return at;
  }
  void leave(Node* at) { at->lock.unlock(); }
  bool wrong_;
  Node head_;
};
bool hand_over_hand(bool wrong) {
  return heddle::linearizable<HandOverHand>("HandOverHand")
      .object([wrong] { return std::make_unique<HandOverHand>(wrong); })
      .operation("add", &HandOverHand::add)
      .operation("remove", &HandOverHand::remove)
      .threads(2)
      .calls(1)
      .calls_before(1)
      .finally({"remove"})
      .holds();
}

// Room for one, producers and consumers wait for the same condition. Mistake: one is woken up, perhaps of one's own kind.
class Slot {
 public:
  explicit Slot(bool wrong) : wrong_(wrong) {}
  void put(int value) {
    std::unique_lock<std::mutex> guard(lock_);
    changed_.wait(guard, [&] { return !value_; });
    value_ = value;
    tell();
  }
  int take() {
    std::unique_lock<std::mutex> guard(lock_);
    changed_.wait(guard, [&] { return value_.has_value(); });
    const int value = *value_;
    value_.reset();
    tell();
    return value;
  }

 private:
  void tell() { wrong_ ? changed_.notify_one() : changed_.notify_all(); }
  bool wrong_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::optional<int> value_;
};
using Held = std::optional<int>;
bool slot(bool wrong) {
  return heddle::linearizable<Slot, Held>("Slot")
      .object([wrong] { return std::make_unique<Slot>(wrong); })
      .operation(
          "put", &Slot::put, [](Held& held, int value) { held = value; }, heddle::any_of(1),
          heddle::waits_when([](const Held& held) { return held.has_value(); }))
      .operation(
          "take", &Slot::take,
          [](Held& held) {
            const int value = *held;
            held.reset();
            return value;
          },
          heddle::waits_when([](const Held& held) { return !held; }))
      .threads(wrong ? 3 : 2)
      .calls(2)
      .calls_in_all(wrong ? 4 : 3)
      .finally({})
      .holds();
}

// The smallest first. Mistake: it looks at the smallest under the lock, and takes it out under the lock once more.
class Urgent {
 public:
  explicit Urgent(bool wrong) : wrong_(wrong) {}
  void push(int value) {
    const Guard guard(lock_);
    values_.push(-value);
  }
  int pop() {
    std::unique_lock<std::mutex> guard(lock_);
    if (values_.empty()) return 0;
    const int value = -values_.top();
    if (wrong_) {
      guard.unlock();
      guard.lock();
      if (values_.empty()) return value;
    }
    values_.pop();
    return value;
  }

 private:
  bool wrong_;
  std::mutex lock_;
  std::priority_queue<int> values_;
};
bool urgent(bool wrong) {
  return heddle::linearizable<Urgent>("Urgent")
      .object([wrong] { return std::make_unique<Urgent>(wrong); })
      .operation("push", &Urgent::push)
      .operation("pop", &Urgent::pop)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// Everything at once. Mistake: load, then store.
class Inbox {
 public:
  explicit Inbox(bool wrong) : wrong_(wrong) {}
  void push(int value) {
    Node* node = new Node{value, top_};
    while (!top_.compare_exchange_weak(node->next, node)) {
    }
  }
  std::vector<int> drain() {
    Node* node = nullptr;
    if (wrong_) {
      node = top_;
      top_ = nullptr;
    } else {
      node = top_.exchange(nullptr);
    }
    std::vector<int> all;
    for (; node != nullptr; node = node->next) all.insert(all.begin(), node->value);
    return all;
  }

 private:
  struct Node {
    int value;
    Node* next;
  };
  bool wrong_;
  std::atomic<Node*> top_{nullptr};
};
bool inbox(bool wrong) {
  return heddle::linearizable<Inbox>("Inbox")
      .object([wrong] { return std::make_unique<Inbox>(wrong); })
      .operation("push", &Inbox::push)
      .operation("drain", &Inbox::drain)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .values_alike()
      .holds();
}

// Entries that are only added. Mistake: the place is taken first and filled then.
class Log {
 public:
  explicit Log(bool wrong) : wrong_(wrong) {}
  int append(int value) {
    if (wrong_) {
      const int at = size_++;
      entries_[at] = value;
      return at;
    }
    const Guard guard(lock_);
    entries_[size_] = value;
    return size_++;
  }
  std::tuple<int, int> last() const {
    const int size = size_;
    return size == 0 ? std::tuple(0, 0) : std::tuple<int, int>(size, entries_[size - 1]);
  }

 private:
  bool wrong_;
  std::mutex lock_;
  std::array<std::atomic<int>, 8> entries_{};
  std::atomic<int> size_{0};
};
bool log(bool wrong) {
  return heddle::linearizable<Log>("Log")
      .object([wrong] { return std::make_unique<Log>(wrong); })
      .operation("append", &Log::append)
      .operation("last", &Log::last)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// Two lists, filled in turns. take() looks into one after the other, and says "nothing" if each was empty when it was
// looked at, though there may always have been something. Three threads with one call each cannot tell.
class Bag {
 public:
  void put(int value) {
    const Guard all(all_);
    const int turn = turn_++ % 2;
    const Guard guard(parts_[turn].lock);
    parts_[turn].values.push_back(value);
  }
  int take() {
    for (int i : {1, 0}) {
      const Guard guard(parts_[i].lock);
      if (parts_[i].values.empty()) continue;
      const int value = parts_[i].values.back();
      parts_[i].values.pop_back();
      return value;
    }
    return 0;
  }

 private:
  struct Part {
    std::mutex lock;
    std::vector<int> values;
  };
  std::mutex all_;
  std::array<Part, 2> parts_;
  int turn_ = 0;
};
bool bag() {
  using Inside = std::multiset<int>;
  return heddle::linearizable<Bag, Inside>("Bag")
      .operation(
          "put", &Bag::put, [](Inside& inside, int value) { inside.insert(value); }, heddle::any_of(1))
      .relation("take", &Bag::take,
                [](Inside inside, int value) {
                  if (value == 0) return inside.empty() ? std::vector<Inside>{inside} : std::vector<Inside>{};
                  const auto at = inside.find(value);
                  if (at == inside.end()) return std::vector<Inside>{};
                  inside.erase(at);
                  return std::vector<Inside>{inside};
                })
      .threads(3)
      .calls(1)
      .calls_before(1)
      .finally({})
      .holds();
}

// Names and their numbers. Mistake: the name is looked for by readers before the number is known.
enum class Fault { none, taken };
struct Answer {  // like std::expected
  using value_type = int;
  using error_type = Fault;
  int number = 0;
  Fault fault = Fault::none;
  bool has_value() const { return fault == Fault::none; }
  int value() const { return number; }
  Fault error() const { return fault; }
  bool operator==(const Answer& other) const { return number == other.number && fault == other.fault; }
};
struct Done {  // like std::expected of void
  bool done;
  bool has_value() const { return done; }
  void value() const {}
  Fault error() const { return Fault::taken; }
  bool operator==(const Done& other) const { return done == other.done; }
};
class Names {
 public:
  explicit Names(bool wrong) : wrong_(wrong) {}
  Answer enter(const std::string& name) {
    std::unique_lock<std::mutex> guard(lock_);
    if (!numbers_.emplace(name, 0).second) return {0, Fault::taken};
    if (wrong_) {
      guard.unlock();
      guard.lock();
    }
    numbers_[name] = static_cast<int>(numbers_.size());
    return {numbers_[name]};
  }
  Done forget(const std::string& name) {
    const Guard guard(lock_);
    return {numbers_.erase(name) > 0};
  }
  int number(const std::string& name) const {
    const Guard guard(lock_);
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? -1 : at->second;
  }

 private:
  bool wrong_;
  mutable std::mutex lock_;
  std::map<std::string, int> numbers_;
};
bool names(bool wrong) {
  return heddle::linearizable<Names>("Names")
      .object([wrong] { return std::make_unique<Names>(wrong); })
      .operation("enter", &Names::enter, heddle::any_of("Ada", "Grace"))
      .operation("number", &Names::number, heddle::any_of("Ada", "Grace"))
      .operation("forget", &Names::forget, heddle::any_of("Ada"))
      .threads(2)
      .calls(1)
      .holds();
}

// A queue by two stacks. Mistake: the full one is turned over while others may look.
class TwoStacks {
 public:
  explicit TwoStacks(bool wrong) : wrong_(wrong) {}
  void push(int value) {
    const Guard guard(in_lock_);
    in_.push_back(value);
  }
  int pop() {
    const Guard out(out_lock_);
    if (out_.empty()) {
      std::vector<int> all;
      {
        const Guard guard(in_lock_);
        all.swap(in_);
      }
      out_.assign(all.rbegin(), all.rend());
    }
    if (out_.empty()) return 0;
    const int value = out_.back();
    out_.pop_back();
    return value;
  }
  std::size_t size() const {
    if (wrong_) {
      std::size_t size = 0;
      {
        const Guard out(out_lock_);
        size = out_.size();
      }
      const Guard guard(in_lock_);
      return size + in_.size();
    }
    const Guard out(out_lock_);
    const Guard guard(in_lock_);
    return out_.size() + in_.size();
  }

 private:
  bool wrong_;
  mutable std::mutex in_lock_, out_lock_;
  std::vector<int> in_, out_;
};
bool two_stacks(bool wrong) {
  return heddle::linearizable<TwoStacks>("TwoStacks")
      .object([wrong] { return std::make_unique<TwoStacks>(wrong); })
      .operation("push", &TwoStacks::push, heddle::any_of(1))
      .operation("pop", &TwoStacks::pop)
      .operation("size", &TwoStacks::size)
      .threads(2)
      .calls(1)
      .calls_before(2)
      .finally({"pop"})
      .holds();
}

const Case cases[] = {
    {"mailbox.wrong", [] { return mailbox(false); }},
    {"mailbox_quiescent.right", [] { return mailbox(true); }},
    {"hand_over_hand.right", [] { return hand_over_hand(false); }},
    {"hand_over_hand.wrong", [] { return hand_over_hand(true); }},
    {"slot.right", [] { return slot(false); }},
    {"slot.wrong", [] { return slot(true); }},
    {"urgent.right", [] { return urgent(false); }},
    {"urgent.wrong", [] { return urgent(true); }},
    {"inbox.right", [] { return inbox(false); }},
    {"inbox.wrong", [] { return inbox(true); }},
    {"log.right", [] { return log(false); }},
    {"log.wrong", [] { return log(true); }},
    {"bag.right", bag},
    {"names.right", [] { return names(false); }},
    {"names.wrong", [] { return names(true); }},
    {"two_stacks.right", [] { return two_stacks(false); }},
    {"two_stacks.wrong", [] { return two_stacks(true); }},
};

}  // namespace

int main(int words, char** arguments) { return run_case(cases, words, arguments); }
