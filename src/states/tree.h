// SPDX-License-Identifier: Apache-2.0
// Tree: a depth-first walk over a spanning tree of the lattice (Jégou, Medina and Nourine; Habib et al.).
//
// Fix a total order of the events that respects the partial one. The root is the greatest state; the parent
// of any other state adds the first event, in that order, that it lacks. So the children of a state drop one
// of its maximal events that comes before every event dropped so far, and consecutive states of a path differ
// in one event. A state comes after its parent.
//
// The candidates, maximal events in falling order, form a list. The improvement over the printed form: a process has at
// most one maximal event, so the list is an array of n links and never allocates. Each event counts the events of other
// processes in the state that come directly after it: a step touches only those directly before the event it drops, Δ at
// most, and one whose count becomes 0 at the end of its process is maximal. Time O(Δ) a state and the place in the list
// for each that becomes a candidate; memory O(events of the interval) for the counts and the path.
#pragma once

#include <vector>

#include "states/interval.h"

namespace heddle::states {

class TreeWalk {
 public:
  TreeWalk(const Poset& poset, const Interval& interval)
      : poset_(poset), interval_(interval), state_(interval.high), next_(poset.processes() + 1, kNone) {
    head_ = poset.processes();
    next_[head_] = kNone;
    for (std::size_t p = 0; p < poset.processes(); ++p) {
      first_.push_back(after_.size());
      after_.resize(after_.size() + (interval.high[p] - interval.low[p]), 0);
    }
    for (std::size_t p = 0; p < poset.processes(); ++p)
      for (Index i = interval.low[p] + 1; i <= interval.high[p]; ++i)
        for (const EventRef remote : poset.remotes(p, i))
          if (std::uint32_t* count = after(remote.process, remote.index)) ++*count;
    for (std::size_t p = 0; p < poset.processes(); ++p) insert_if_maximal(p);
    insertions_.clear();
  }

  template <class Visit>
  bool run(Visit&& visit) {
    if (!visit(static_cast<const Index*>(state_.data()))) return false;
    std::size_t candidate = next_[head_];
    while (true) {
      if (candidate != kNone) {
        candidate = descend(candidate);
        if (!visit(static_cast<const Index*>(state_.data()))) return false;
      } else {
        if (path_.empty()) return true;
        candidate = ascend();
      }
    }
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Step {
    std::size_t process;
    std::size_t following;   // the candidates after it
    std::size_t insertions;  // how many there were before it
  };
  struct Insertion {
    std::size_t before;
    std::size_t process;
  };

  // How many events of other processes in the state come directly after this one; none below the interval.
  std::uint32_t* after(std::size_t p, Index index) {
    const Index low = interval_.low[p];
    return index <= low ? nullptr : &after_[first_[p] + (index - low - 1)];
  }

  // Candidates after the dropped one stay; those that it covered may join them.
  std::size_t descend(std::size_t p) {
    path_.push_back({p, next_[p], insertions_.size()});
    next_[head_] = next_[p];
    const Index dropped = state_[p]--;
    insert_if_maximal(p);
    for (EventRef remote : poset_.remotes(p, dropped)) {
      std::uint32_t* count = after(remote.process, remote.index);
      if (count != nullptr && --*count == 0 && state_[remote.process] == remote.index)
        insert_if_maximal(remote.process);
    }
    return next_[head_];
  }

  std::size_t ascend() {
    const Step step = path_.back();
    path_.pop_back();
    while (insertions_.size() > step.insertions) {
      const Insertion last = insertions_.back();
      next_[last.before] = next_[last.process];
      insertions_.pop_back();
    }
    const Index back = ++state_[step.process];
    for (EventRef remote : poset_.remotes(step.process, back))
      if (std::uint32_t* count = after(remote.process, remote.index)) ++*count;
    next_[step.process] = next_[head_] = step.following;
    return step.following;
  }

  void insert_if_maximal(std::size_t p) {
    const Index index = state_[p];
    if (index == interval_.low[p] || *after(p, index) != 0) return;
    const std::uint32_t rank = poset_.rank(p, index);
    std::size_t before = head_;
    while (next_[before] != kNone && poset_.rank(next_[before], state_[next_[before]]) > rank) {
      before = next_[before];
    }
    next_[p] = next_[before];
    next_[before] = p;
    insertions_.push_back({before, p});
  }

  const Poset& poset_;
  const Interval& interval_;
  State state_;
  std::vector<std::size_t> next_;
  std::size_t head_;
  std::vector<std::size_t> first_;    // by process: where its counts begin
  std::vector<std::uint32_t> after_;  // by event of the interval
  std::vector<Step> path_;
  std::vector<Insertion> insertions_;
};

template <class Visit>
bool tree(const Poset& poset, const Interval& interval, Visit&& visit) {
  return TreeWalk(poset, interval).run(visit);
}

}  // namespace heddle::states
