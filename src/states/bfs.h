// SPDX-License-Identifier: Apache-2.0
// Breadth-first: the states level by level, a level being the states with equally many events (Cooper and
// Marzullo), each once (Garg).
//
// No set of seen states is needed. A state has one canonical predecessor: the one that lacks the last event
// of its greatest process whose last event is maximal. Only from there is it generated. Memory: a queue that
// holds no more than one level and the part of the next that is already known; a level can be exponential in
// n. Time O(n³) a state. Within a level the order is that of generation.
#pragma once

#include <deque>
#include <vector>

#include "states/interval.h"

namespace heddle::states {

// A queue of states in blocks, so that what was visited is given back at once.
class StateQueue {
 public:
  explicit StateQueue(std::size_t processes) : n_(processes) {}
  bool empty() const { return front_ == back_; }
  const Index* front() const { return blocks_.front().data() + (front_ % kBlock) * n_; }
  void pop() {
    if (++front_ % kBlock == 0) blocks_.pop_front();
  }
  void push(const Index* state) {
    if (back_ % kBlock == 0) blocks_.emplace_back(kBlock * n_);
    std::copy(state, state + n_, blocks_.back().data() + (back_++ % kBlock) * n_);
    peak_ = std::max(peak_, blocks_.size());
  }
  std::size_t peak_bytes() const { return peak_ * kBlock * n_ * sizeof(Index); }

 private:
  static constexpr std::size_t kBlock = 4096;
  std::size_t n_;
  std::size_t front_ = 0;
  std::size_t back_ = 0;
  std::size_t peak_ = 0;
  std::deque<std::vector<Index>> blocks_;
};

template <class Visit>
bool bfs(const Poset& poset, const Interval& interval, Visit&& visit, std::size_t* peak_bytes = nullptr) {
  const std::size_t n = poset.processes();
  StateQueue queue(n);
  queue.push(interval.low.data());
  State state(n);
  bool complete = true;
  while (!queue.empty() && complete) {
    std::copy(queue.front(), queue.front() + n, state.begin());
    queue.pop();
    complete = visit(static_cast<const Index*>(state.data()));
    for (std::size_t p = 0; p < n; ++p) {
      if (state[p] == interval.high[p] || !is_enabled(poset, state.data(), p, state[p] + 1)) continue;
      ++state[p];
      bool canonical = true;
      for (std::size_t q = n; q-- > p + 1 && canonical;) {
        canonical = state[q] == interval.low[q] || !is_maximal(poset, state.data(), q, state[q]);
      }
      if (canonical) queue.push(state.data());
      --state[p];
    }
  }
  if (peak_bytes != nullptr) *peak_bytes = queue.peak_bytes();
  return complete;
}

}  // namespace heddle::states
