// SPDX-License-Identifier: Apache-2.0
// Containers: each right, and with one mistake.
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

using Guard = std::lock_guard<std::mutex>;
using Lock = std::unique_lock<std::mutex>;

// A deque with a lock. Mistake: whether it is empty is asked before the lock is taken.
template <bool wrong>
class Deque {
 public:
  void push_front(int value) {
    const Guard guard(lock_);
    values_.push_front(value);
    ++size_;
  }
  void push_back(int value) {
    const Guard guard(lock_);
    values_.push_back(value);
    ++size_;
  }
  int pop_front() { return pop(true); }
  int pop_back() { return pop(false); }

 private:
  int pop(bool front) {
    if (wrong && size_ == 0) return -1;
    const Guard guard(lock_);
    if (!wrong && size_ == 0) return -1;
    --size_;
    if (values_.empty()) return -2;
    const int value = front ? values_.front() : values_.back();
    front ? values_.pop_front() : values_.pop_back();
    return value;
  }
  std::mutex lock_;
  std::deque<int> values_;
  std::atomic<int> size_{0};
};
template <bool wrong>
bool deque() {
  return heddle::linearizable<Deque<wrong>>("Deque")
      .operation("push_front", &Deque<wrong>::push_front)
      .operation("push_back", &Deque<wrong>::push_back)
      .operation("pop_front", &Deque<wrong>::pop_front)
      .operation("pop_back", &Deque<wrong>::pop_back)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// Shards with a lock each. Mistake: the size adds them up one by one.
template <bool wrong>
class Shards {
 public:
  bool put(int key, const std::string& value) {
    const Guard guard(locks_[key % 2]);
    return maps_[key % 2].insert_or_assign(key, value).second;
  }
  bool erase(int key) {
    const Guard guard(locks_[key % 2]);
    return maps_[key % 2].erase(key) > 0;
  }
  std::size_t size() const {
    if (!wrong) {
      const Guard first(locks_[0]), second(locks_[1]);
      return maps_[0].size() + maps_[1].size();
    }
    std::size_t sum = 0;
    for (int i = 0; i < 2; ++i) {
      const Guard guard(locks_[i]);
      sum += maps_[i].size();
    }
    return sum;
  }

 private:
  mutable std::mutex locks_[2];
  std::map<int, std::string> maps_[2];
};
template <bool wrong>
bool shards() {
  return heddle::linearizable<Shards<wrong>>("Shards")
      .operation("put", &Shards<wrong>::put, heddle::any_of(1, 2), heddle::any_of("a"))
      .operation("erase", &Shards<wrong>::erase)
      .operation("size", &Shards<wrong>::size)
      .threads(2)
      .calls(2)
      .holds();
}

// A cache that forgets what was used longest ago. Mistake: get looks under one lock and moves to the front under another.
template <bool wrong>
class Cache {
 public:
  explicit Cache(std::size_t most) : most_(most) {}
  void put(int key, std::string value) {
    const Guard guard(lock_);
    const auto found = where_.find(key);
    if (found != where_.end()) order_.erase(found->second);
    order_.emplace_front(key, std::move(value));
    where_[key] = order_.begin();
    if (order_.size() <= most_) return;
    where_.erase(order_.back().first);
    order_.pop_back();
  }
  std::optional<std::string> get(int key) {
    Lock guard(lock_);
    const auto found = where_.find(key);
    if (found == where_.end()) return std::nullopt;
    std::string value = found->second->second;
    if (wrong) {
      guard.unlock();
      guard.lock();
      const auto again = where_.find(key);
      if (again == where_.end()) return value;
      order_.splice(order_.begin(), order_, again->second);
      return order_.front().second;
    }
    order_.splice(order_.begin(), order_, found->second);
    return value;
  }

 private:
  std::size_t most_;
  std::mutex lock_;
  std::list<std::pair<int, std::string>> order_;
  std::unordered_map<int, std::list<std::pair<int, std::string>>::iterator> where_;
};
template <bool wrong>
bool cache() {
  return heddle::linearizable<Cache<wrong>>("Cache")
      .object([] { return std::make_unique<Cache<wrong>>(2); })
      .operation("put", &Cache<wrong>::put, heddle::range(1, 3), heddle::any_of("x"))
      .operation("get", &Cache<wrong>::get, heddle::range(1, 3))
      .threads(2)
      .calls(2)
      .finally({"get"})
      .holds();
}

// A queue that can be closed: pop waits for a value or the end. Mistake: close wakes only one.
template <bool wrong>
class Closable {
 public:
  bool push(int value) {
    const Guard guard(lock_);
    if (closed_) return false;
    values_.push_back(value);
    some_.notify_one();
    return true;
  }
  void close() {
    const Guard guard(lock_);
    closed_ = true;
    wrong ? some_.notify_one() : some_.notify_all();
  }
  std::optional<int> pop() {
    Lock guard(lock_);
    some_.wait(guard, [&] { return closed_ || !values_.empty(); });
    if (values_.empty()) return std::nullopt;
    const int value = values_.front();
    values_.pop_front();
    return value;
  }
  bool would_wait() const { return values_.empty() && !closed_; }

 private:
  std::mutex lock_;
  std::condition_variable some_;
  std::deque<int> values_;
  bool closed_ = false;
};
template <bool wrong>
bool closable() {
  return heddle::linearizable<Closable<wrong>>("Closable")
      .operation("push", &Closable<wrong>::push, heddle::any_of(1))
      .operation("close", &Closable<wrong>::close)
      .operation("pop", &Closable<wrong>::pop, heddle::waits_when(&Closable<wrong>::would_wait))
      .threads(3)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// One place, put and take wait. Mistake: both wait on one condition, and one of them is woken, perhaps of the wrong kind.
template <bool wrong>
class Place {
 public:
  void put(int value) {
    Lock guard(lock_);
    changed_.wait(guard, [&] { return !value_; });
    value_ = value;
    tell();
  }
  int take() {
    Lock guard(lock_);
    changed_.wait(guard, [&] { return value_.has_value(); });
    const int value = *value_;
    value_.reset();
    tell();
    return value;
  }

 private:
  void tell() { wrong ? changed_.notify_one() : changed_.notify_all(); }
  std::mutex lock_;
  std::condition_variable changed_;
  std::optional<int> value_;
};
using PlaceModel = std::optional<int>;
template <bool wrong>
bool place() {
  return heddle::linearizable<Place<wrong>, PlaceModel>("Place")
      .operation(
          "put", &Place<wrong>::put, [](PlaceModel& m, int v) { m = v; }, heddle::any_of(1),
          heddle::waits_when([](const PlaceModel& m) { return m.has_value(); }))
      .operation(
          "take", &Place<wrong>::take, [](PlaceModel& m) { return *std::exchange(m, std::nullopt); },
          heddle::waits_when([](const PlaceModel& m) { return !m; }))
      .threads(3)
      .calls(2)
      .calls_in_all(4)
      .holds();
}

// Values that can only be moved. Mistake: the value is taken out of its place before the place is given up.
template <bool wrong>
class Slots {
 public:
  bool put(std::unique_ptr<int> value) {
    const Guard guard(lock_);
    if (value_) return false;
    value_ = std::move(value);
    return true;
  }
  std::unique_ptr<int> take() {
    if (wrong) {
      lock_.lock();
      const bool none = value_ == nullptr;
      lock_.unlock();
      if (none) return nullptr;
      const Guard guard(lock_);
      return value_ ? std::move(value_) : std::make_unique<int>(0);
    }
    const Guard guard(lock_);
    return std::move(value_);
  }

 private:
  std::mutex lock_;
  std::unique_ptr<int> value_;
};
template <bool wrong>
bool slots() {
  return heddle::linearizable<Slots<wrong>>("Slots")
      .operation("put",
                 [](Slots<wrong>& slots, int value) { return slots.put(std::make_unique<int>(value)); })
      .operation("take", &Slots<wrong>::take)
      .threads(3)
      .calls(1)
      .holds();
}

// A stack of shared pointers, which are compared by what they point to.
template <bool wrong>
class SharedStack {
 public:
  void push(int value) {
    const Guard guard(lock_);
    values_.push_back(std::make_shared<int>(value));
  }
  std::shared_ptr<int> pop() {
    const Guard guard(lock_);
    if (values_.empty()) return nullptr;
    auto value = wrong ? values_.front() : values_.back();
    wrong ? values_.pop_front() : values_.pop_back();
    return value;
  }

 private:
  std::mutex lock_;
  std::deque<std::shared_ptr<int>> values_;
};
template <bool wrong>
bool shared_stack() {
  return heddle::linearizable<SharedStack<wrong>, heddle::model::stack<int>>("SharedStack")
      .operation("push", &SharedStack<wrong>::push, &heddle::model::stack<int>::push)
      .operation("pop", &SharedStack<wrong>::pop,
                 [](heddle::model::stack<int>& m) {
                   const auto value = m.pop();
                   return value ? std::make_shared<int>(*value) : nullptr;
                 })
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// Between one producer and one consumer. Mistake: the place is free for the producer before its value was read.
template <bool wrong>
class Ring {
 public:
  bool push(int value) {
    const unsigned tail = tail_;
    if (tail - head_ == 2) return false;
    places_[tail % 2] = value;
    tail_ = tail + 1;
    return true;
  }
  std::optional<int> pop() {
    const unsigned head = head_;
    if (head == tail_) return std::nullopt;
    if (wrong) head_ = head + 1;
    const int value = places_[head % 2];
    if (!wrong) head_ = head + 1;
    return value;
  }

 private:
  std::atomic<int> places_[2] = {};
  std::atomic<unsigned> head_{0}, tail_{0};
};
template <bool wrong>
bool ring() {
  return heddle::linearizable<Ring<wrong>>("Ring")
      .operation("push", &Ring<wrong>::push, heddle::one_thread("producer"))
      .operation("pop", &Ring<wrong>::pop, heddle::one_thread("consumer"))
      .threads(2)
      .calls(3)
      .holds();
}

// A list that is copied at each change. Mistake: the new list is put in without looking whether the old one still is.
template <bool wrong>
class Copied {
 public:
  void add(int value) {
    for (auto now = std::atomic_load(&list_);;) {
      auto next = std::make_shared<std::vector<int>>(*now);
      next->push_back(value);
      std::shared_ptr<const std::vector<int>> all = next;
      if (wrong) return std::atomic_store(&list_, all);
      if (std::atomic_compare_exchange_strong(&list_, &now, all)) return;
    }
  }
  std::vector<int> all() const { return *std::atomic_load(&list_); }

 private:
  std::shared_ptr<const std::vector<int>> list_ = std::make_shared<std::vector<int>>();
};
template <bool wrong>
bool copied() {
  return heddle::linearizable<Copied<wrong>>("Copied")
      .operation("add", &Copied<wrong>::add, heddle::any_of(1))
      .operation("all", &Copied<wrong>::all)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// Nodes from a list of free ones that all stacks share. Mistake: the head is read before the lock is taken.
struct Node {
  int value;
  Node* next;
};
std::mutex free_lock;
Node* free_nodes = nullptr;
template <bool wrong>
class Pooled {
 public:
  ~Pooled() {
    while (pop()) {
    }
  }
  void push(int value) {
    Node* node = taken();
    const Guard guard(lock_);
    *node = {value, head_};
    head_ = node;
  }
  std::optional<int> pop() {
    Node* first = head_;
    if (first == nullptr) return std::nullopt;
    {
      const Guard guard(lock_);
      if (!wrong) first = head_;
      if (first == nullptr) return std::nullopt;
      head_ = first->next;
    }
    const int value = first->value;
    const Guard guard(free_lock);
    first->next = free_nodes;
    free_nodes = first;
    return value;
  }

 private:
  static Node* taken() {
    const Guard guard(free_lock);
    if (free_nodes == nullptr) return new Node;
    Node* node = free_nodes;
    free_nodes = node->next;
    return node;
  }
  std::mutex lock_;
  std::atomic<Node*> head_{nullptr};
};
template <bool wrong>
bool pooled() {
  return heddle::linearizable<Pooled<wrong>>("Pooled")
      .operation("push", &Pooled<wrong>::push)
      .operation("pop", &Pooled<wrong>::pop)
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

const Case cases[] = {
    {"deque.right", deque<false>},
    {"deque.wrong", deque<true>},
    {"shards.right", shards<false>},
    {"shards.wrong", shards<true>},
    {"cache.right", cache<false>},
    {"cache.wrong", cache<true>},
    {"closable.right", closable<false>},
    {"closable.wrong", closable<true>},
    {"place.right", place<false>},
    {"place.wrong", place<true>},
    {"slots.right", slots<false>},
    {"slots.wrong", slots<true>},
    {"shared_stack.right", shared_stack<false>},
    {"shared_stack.wrong", shared_stack<true>},
    {"ring.right", ring<false>},
    {"ring.wrong", ring<true>},
    {"copied.right", copied<false>},
    {"copied.wrong", copied<true>},
    {"pooled.right", pooled<false>},
    {"pooled.wrong", pooled<true>},
};

}  // namespace

int main(int count, char** arguments) { return run_case(cases, count, arguments); }
