// SPDX-License-Identifier: Apache-2.0
// What earlier executions of a sampler did: how many operations each thread performed on each object, and so
// what is still to come in this one. An object whose number is too large for the table is not counted.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

class Profile {
 public:
  static constexpr std::uint32_t kObjects = 4096;

  explicit Profile(Arena& arena) : now_(arena), before_(arena), shared_(arena) {}

  void begin() {
    for (Count& count : now_) count = {};
  }
  void performed(Thread thread, const Operation& operation) {
    if (thread >= threads_) threads_ = thread + 1;
    while (thread >= stride_) widen();
    for (const Access& access : operation.touched()) {
      if (access.object >= kObjects) continue;
      const std::size_t at = std::size_t{access.object} * stride_ + thread;
      if (now_.size() <= at) now_.resize((std::size_t{access.object} + 1) * stride_, {});
      ++now_[at].all;
      now_[at].writes += access.write;
    }
  }
  // An execution is over. What is expected of the next is the most that was seen.
  void finish() {
    before_.resize(now_.size(), {});
    for (std::size_t i = 0; i < now_.size(); ++i) {
      if (now_[i].all > before_[i].all) before_[i].all = now_[i].all;
      if (now_[i].writes > before_[i].writes) before_[i].writes = now_[i].writes;
    }
    shared_.clear();
    for (std::uint32_t object = 0; object * stride_ < before_.size(); ++object) {
      unsigned users = 0, writers = 0;
      for (Thread thread = 0; thread < threads_; ++thread) {
        users += before_[std::size_t{object} * stride_ + thread].all > 0;
        writers += before_[std::size_t{object} * stride_ + thread].writes > 0;
      }
      if (users > 1 && writers > 0) shared_.push_back(object);
    }
    ++executions_;
  }
  // Operations on the object that the thread is expected to perform from now on.
  std::uint32_t left(Thread thread, std::uint32_t object) const {
    const Count count = left_of(thread, object);
    return count.all;
  }
  // Is the thread expected to do something that conflicts with another one's operation?
  bool may_conflict(Thread thread, const Operation& operation) const {
    for (const Access& access : operation.touched()) {
      const Count count = left_of(thread, access.object);
      if (count.writes > 0 || (access.write && count.all > 0)) return true;
    }
    return false;
  }
  std::span<const std::uint32_t> shared() const { return {shared_.begin(), shared_.size()}; }
  Thread threads() const { return threads_; }
  std::uint64_t executions() const { return executions_; }

 private:
  struct Count {
    std::uint32_t all = 0, writes = 0;
  };
  void widen() {
    for (Array<Count>* array : {&now_, &before_}) {
      const std::size_t rows = array->size() / stride_;
      array->resize(rows * stride_ * 2, {});
      for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = stride_ * 2; column-- > 0;)
          (*array)[row * stride_ * 2 + column] =
              column < stride_ ? (*array)[row * stride_ + column] : Count{};
    }
    stride_ *= 2;
  }
  Count left_of(Thread thread, std::uint32_t object) const {
    const std::size_t at = std::size_t{object} * stride_ + thread;
    if (thread >= stride_ || at >= before_.size()) return {};
    Count left = before_[at];
    if (at < now_.size()) {
      left.all -= left.all < now_[at].all ? left.all : now_[at].all;
      left.writes -= left.writes < now_[at].writes ? left.writes : now_[at].writes;
    }
    return left;
  }

  Array<Count> now_, before_;    // by object and thread
  Array<std::uint32_t> shared_;  // objects that several threads use, one of them writing
  std::uint64_t executions_ = 0;
  std::size_t stride_ = 8;  // room for so many threads
  Thread threads_ = 0;
};

}  // namespace heddle::explore
