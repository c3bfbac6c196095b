// SPDX-License-Identifier: Apache-2.0
// Reachability by search. A step that acquires nothing only shrinks what its thread holds and grows what has
// happened: whatever run leads on from here still does after it (moved to the front, or, if the run never
// took it, simply added; a thread that is not pinned may stop anywhere). The same holds for an acquire of a
// lock that no other thread holds or will want within the limits. So both are taken at once, and only
// contended acquires branch. Visited states are kept, so the work is at most the number of such states:
// exponential in the threads at worst, and bounded by the caller.
#include <algorithm>

#include <tsl/robin_set.h>

#include "base/check.h"
#include "base/hash.h"
#include "states/feasible.h"
#include "states/reachable.h"

namespace heddle::states {

using order::exclude;
using order::kNever;
using order::LockInterval;

namespace {

class Search {
 public:
  Search(const Loset& loset, const State& from, const Goal& goal)
      : loset_(loset), goal_(goal), n_(loset.threads()), from_(from), visited_(0, Hash{this}, Equal{this}) {}

  Reach run(std::uint64_t state_limit, base::StopCheck stop) {
    struct Frame {
      std::size_t state;       // number into pool_
      std::size_t run_length;  // of run_ when this state was entered
      std::uint32_t next = 0;  // next choice to try
      std::uint32_t last = 0;  // whose step led here: tried first, for fewer switches
    };
    Reach reach;
    std::vector<Frame> stack;
    State state = from_;
    run_.clear();
    settle(state);
    if (arrived(state)) return {Answer::yes, run_, 1};
    enter(state);
    stack.push_back({0, run_.size()});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == n_) {
        stack.pop_back();
        continue;
      }
      const auto thread = static_cast<std::uint32_t>((frame.last + frame.next++) % n_);
      state.assign(pool_.begin() + static_cast<std::ptrdiff_t>(frame.state * n_),
                   pool_.begin() + static_cast<std::ptrdiff_t>((frame.state + 1) * n_));
      if (!can_step(state, thread)) continue;
      run_.resize(frame.run_length);
      ++state[thread];
      run_.push_back(thread);
      settle(state);
      if (arrived(state)) return {Answer::yes, run_, states_};
      if (!enter(state)) continue;
      if (states_ > state_limit || stop.reached()) return {Answer::unknown, {}, states_};
      stack.push_back({states_ - 1, run_.size(), 0, thread});
    }
    return {Answer::no, {}, states_};
  }

 private:
  struct Hash {
    const Search* search;
    std::size_t operator()(std::size_t state) const {
      const auto* first = search->pool_.data() + state * search->n_;
      return base::hash_bytes({reinterpret_cast<const char*>(first), search->n_ * sizeof(Index)});
    }
  };
  struct Equal {
    const Search* search;
    bool operator()(std::size_t a, std::size_t b) const {
      const auto* pool = search->pool_.data();
      return std::equal(pool + a * search->n_, pool + (a + 1) * search->n_, pool + b * search->n_);
    }
  };

  bool enter(const State& state) {
    pool_.insert(pool_.end(), state.begin(), state.end());
    if (visited_.insert(states_).second) {
      ++states_;
      return true;
    }
    pool_.resize(states_ * n_);
    return false;
  }

  bool arrived(const State& state) const {
    for (std::size_t t = 0; t < n_; ++t)
      if (state[t] < (goal_.pinned[t] ? goal_.limit[t] : goal_.least[t])) return false;
    return true;
  }

  enum class Contention { none, wanted, held };
  // Whether others hold, or may still take within the limits, the lock that `thread` takes next.
  Contention contention(const State& state, std::size_t thread, std::uint32_t number) const {
    const LockInterval& mine = loset_.intervals(thread)[number];
    Contention worst = Contention::none;
    for (std::size_t u = 0; u < n_; ++u) {
      if (u == thread) continue;
      for (const std::uint32_t held : loset_.held(u, state[u]))
        if (exclude(loset_.intervals(u)[held], mine)) return Contention::held;
      if (worst == Contention::wanted) continue;
      const auto others = loset_.intervals_of(u, mine.lock);
      const auto intervals = loset_.intervals(u);
      auto next = std::partition_point(others.begin(), others.end(),
                                       [&](std::uint32_t o) { return intervals[o].acquire <= state[u]; });
      for (; next != others.end() && intervals[*next].acquire <= goal_.limit[u]; ++next)
        if (exclude(intervals[*next], mine)) {
          worst = Contention::wanted;
          break;
        }
    }
    return worst;
  }

  bool can_step(const State& state, std::size_t thread) const {
    if (state[thread] >= goal_.limit[thread] || !is_enabled(loset_, state, thread)) return false;
    const std::uint32_t acquired = loset_.acquired_at(thread, state[thread] + 1);
    return acquired == kNever || contention(state, thread, acquired) != Contention::held;
  }

  // Takes every step that needs no choice.
  void settle(State& state) {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t t = 0; t < n_; ++t)
        while (state[t] < goal_.limit[t] && is_enabled(loset_, state, t)) {
          const std::uint32_t acquired = loset_.acquired_at(t, state[t] + 1);
          if (acquired != kNever && contention(state, t, acquired) != Contention::none) break;
          ++state[t];
          run_.push_back(t);
          moved = true;
        }
    }
  }

  const Loset& loset_;
  const Goal& goal_;
  std::size_t n_;
  const State& from_;
  std::vector<Index> pool_;
  std::size_t states_ = 0;
  tsl::robin_set<std::size_t, Hash, Equal> visited_;
  std::vector<std::uint32_t> run_;
};

}  // namespace

Reach search(const Loset& loset, const State& from, const Goal& goal, std::uint64_t state_limit,
             const base::Stop& stop) {
  for (std::size_t t = 0; t < loset.threads(); ++t)
    HEDDLE_CHECK(from[t] <= goal.limit[t], "a search starts below its goal");
  return Search(loset, from, goal).run(state_limit, base::StopCheck(stop));
}

}  // namespace heddle::states
