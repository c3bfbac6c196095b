// SPDX-License-Identifier: Apache-2.0
// A queue with a lock, and a mistake that no test by one thread shows: try_pop looks with one hold of the lock, and takes
// with another.    heddle check examples/linearizable/queue.cpp
#include <deque>
#include <mutex>
#include <optional>

#include <heddle/linearizable.h>

template <class T>
class Queue {
 public:
  void push(T value) {
    const std::lock_guard guard(lock_);
    values_.push_back(value);
  }
  std::optional<T> try_pop() {
    if (is_empty()) return std::nullopt;
    const std::lock_guard guard(lock_);
    T value = values_.empty() ? T() : values_.front();
    if (!values_.empty()) values_.pop_front();
    return value;
  }
  bool is_empty() {
    const std::lock_guard guard(lock_);
    return values_.empty();
  }

 private:
  std::mutex lock_;
  std::deque<T> values_;
};

int main() {
  return heddle::linearizable<Queue<int>>("Queue")
                 .operation("push", &Queue<int>::push)
                 .operation("try_pop", &Queue<int>::try_pop)
                 .threads(2)
                 .calls(2)
                 .values({1, 2})
                 .holds()
             ? 0
             : 1;
}
