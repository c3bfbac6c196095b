// SPDX-License-Identifier: Apache-2.0
// The reachable states of a loset by walking: breadth-first and depth-first, the baselines. A state's
// successors are those it can take one event to, staying feasible; so exactly the reachable states are met,
// and those on their way into a deadlock among them. The walk must remember what it has seen: breadth-first
// one level of states and the next, depth-first all of them. O(n²) time a state and successor.
//
// As everywhere in this folder, bool visit(const Index* state): false stops; and the walk returns whether it
// came to the end. `byte_limit` bounds what is remembered; *peak_bytes says how much it was.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include <tsl/robin_set.h>

#include "base/hash.h"
#include "states/feasible.h"

namespace heddle::states {

enum class Walked : std::uint8_t { complete, stopped, out_of_memory };

// States of n digits, each once.
class StateSet {
 public:
  explicit StateSet(std::size_t n) : n_(n), set_(0, Hash{this}, Equal{this}) {}
  StateSet(const StateSet&) = delete;
  StateSet& operator=(const StateSet&) = delete;

  bool insert(const Index* state) {
    pool_.insert(pool_.end(), state, state + n_);
    if (set_.insert(size_).second) {
      ++size_;
      return true;
    }
    pool_.resize(size_ * n_);
    return false;
  }
  bool contains(const State& state) {
    pool_.insert(pool_.end(), state.begin(), state.end());
    const bool found = set_.find(size_) != set_.end();
    pool_.resize(size_ * n_);
    return found;
  }
  std::size_t size() const { return size_; }
  const Index* operator[](std::size_t number) const { return pool_.data() + number * n_; }
  void clear() {
    set_.clear();
    pool_.clear();
    size_ = 0;
  }
  std::size_t bytes() const { return pool_.capacity() * sizeof(Index) + set_.bucket_count() * 16; }

 private:
  struct Hash {
    const StateSet* owner;
    std::size_t operator()(std::size_t state) const {
      return base::hash_bytes({reinterpret_cast<const char*>((*owner)[state]), owner->n_ * sizeof(Index)});
    }
  };
  struct Equal {
    const StateSet* owner;
    bool operator()(std::size_t a, std::size_t b) const {
      return std::memcmp((*owner)[a], (*owner)[b], owner->n_ * sizeof(Index)) == 0;
    }
  };
  std::size_t n_;
  std::size_t size_ = 0;
  std::vector<Index> pool_;
  tsl::robin_set<std::size_t, Hash, Equal> set_;
};

// Whether `thread` can take its next event in `state` and all stays feasible.
inline bool can_step(const Loset& loset, const Index* state, std::size_t thread) {
  if (state[thread] == loset.size(thread)) return false;
  const Index next = state[thread] + 1;
  for (std::size_t u = 0; u < loset.threads(); ++u)
    if (loset.seen(thread, next, u) > state[u] && u != thread) return false;
  if (loset.acquired_at(thread, next) == order::kNever) return true;
  for (std::size_t u = 0; u < loset.threads(); ++u)
    if (u != thread && !loset.compatible(thread, next, u, state[u])) return false;
  return true;
}

template <class Visit>
Walked walk_breadth_first(const Loset& loset, Visit&& visit, std::size_t byte_limit = ~std::size_t{0},
                          std::size_t* peak_bytes = nullptr) {
  const std::size_t n = loset.threads();
  StateSet levels[2] = {StateSet(n), StateSet(n)};
  std::size_t now = 0, peak = 0;
  State state = loset.initial();
  levels[0].insert(state.data());
  Walked result = Walked::complete;
  for (; levels[now].size() > 0 && result == Walked::complete; now = 1 - now) {
    StateSet &level = levels[now], &next = levels[1 - now];
    for (std::size_t i = 0; i < level.size() && result == Walked::complete; ++i) {
      std::copy(level[i], level[i] + n, state.begin());
      if (!visit(static_cast<const Index*>(state.data()))) result = Walked::stopped;
      for (std::size_t t = 0; t < n; ++t)
        if (can_step(loset, state.data(), t)) {
          ++state[t];
          next.insert(state.data());
          --state[t];
        }
      if (i % 1024 == 0 || i + 1 == level.size()) {
        peak = std::max(peak, level.bytes() + next.bytes());
        if (peak > byte_limit) result = Walked::out_of_memory;
      }
    }
    level.clear();
  }
  if (peak_bytes) *peak_bytes = peak;
  return result;
}

template <class Visit>
Walked walk_depth_first(const Loset& loset, Visit&& visit, std::size_t byte_limit = ~std::size_t{0},
                        std::size_t* peak_bytes = nullptr) {
  const std::size_t n = loset.threads();
  StateSet seen(n);
  struct Frame {
    std::uint32_t next;   // thread to try
    std::uint32_t taken;  // whose step led here
  };
  std::vector<Frame> path = {{0, 0}};
  State state = loset.initial();
  seen.insert(state.data());
  if (!visit(static_cast<const Index*>(state.data()))) return Walked::stopped;
  Walked result = Walked::complete;
  while (!path.empty()) {
    Frame& frame = path.back();
    if (frame.next == n) {
      if (path.size() > 1) --state[frame.taken];
      path.pop_back();
      continue;
    }
    const std::uint32_t t = frame.next++;
    if (!can_step(loset, state.data(), t)) continue;
    ++state[t];
    if (!seen.insert(state.data())) {
      --state[t];
      continue;
    }
    if (!visit(static_cast<const Index*>(state.data()))) {
      result = Walked::stopped;
      break;
    }
    if (seen.size() % 1024 == 0 && seen.bytes() > byte_limit) {
      result = Walked::out_of_memory;
      break;
    }
    path.push_back({0, t});
  }
  if (peak_bytes) *peak_bytes = seen.bytes();
  return result;
}

}  // namespace heddle::states
