// SPDX-License-Identifier: Apache-2.0
// The normal form of a part of a loset: the orders that locks force on its events.
//
// Idea and paper: "Predicate detection for parallel computations", 6.2 (Algorithm 17), with the errata. If
// interval I must begin before J of the same lock can end (I.acquire → J.release, across threads), mutual
// exclusion makes I end before J begins: I.release → J.acquire. Adding such orders can force more of them;
// the normal form is the least fixpoint, or a cycle. It is computed for the events of `to` that are not in
// `from`: an interval that is open at `to` ends after everything in `to`, so all intervals of its lock that
// have ended come before it (the dynamic locking orders of Definition 19, with the interval that covers the
// position and across threads only), and a lock still held at the end of the recording needs no special case.
//
// A cycle proves that no run reaches `to` from `from`, and, when `from` is lock-free feasible, none at all.
// No cycle proves it only for two threads.
//
// Complexity: each order added costs one clock join an event it newly reaches, so all joins together are at
// most n · events · n; finding the intervals is a binary search for each release and other thread.
//
// One object can be used for many windows; it keeps its memory. Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "order/loset.h"
#include "states/feasible.h"

namespace heddle::states {

class NormalForm {
 public:
  explicit NormalForm(const Loset& loset) : loset_(&loset), lists_(loset.threads() * loset.locks()) {}

  // False if the orders have a cycle. `from` must be lock-free feasible, `to` feasible and not below it.
  bool compute(const State& from, const State& to);

  // After a successful compute, for an event of the window: how many events of `other` come before it or are
  // it, by happens-before and locks.
  Index seen(std::size_t thread, Index index, std::size_t other) const {
    return clocks_[begin_[thread] + std::size_t{index - from_[thread] - 1} * n_ + other];
  }
  bool consistent(const State& state) const;  // of the window

  // The orders that locks added; and after a failed compute, the two intervals each of which would have to
  // end before the other begins.
  struct Order {
    order::EventAt before, after;         // a release and an acquire; release 0: never released in the window
    std::uint32_t first = 0, second = 0;  // the intervals, numbers into their threads'
  };
  const std::vector<Order>& added() const { return added_; }
  const Order& contradiction() const { return contradiction_; }

 private:
  bool settle(std::size_t thread, std::uint32_t interval);
  bool add(std::size_t before_thread, std::uint32_t before, std::size_t after_thread, std::uint32_t after);
  void touch(std::size_t thread, Index first, Index last);
  Index* row(std::size_t thread, Index index) {
    return clocks_.data() + begin_[thread] + std::size_t{index - from_[thread] - 1} * n_;
  }

  const Loset* loset_;
  std::size_t n_ = 0;
  State from_, to_;
  std::vector<std::size_t> begin_;
  std::vector<Index> clocks_;
  struct Lists {
    std::vector<std::uint32_t> intervals;  // of one thread and lock, begun in the window
  };
  std::vector<Lists> lists_;
  std::vector<std::size_t> used_lists_;
  struct Release {
    Index at;
    std::uint32_t interval;
    bool queued = false;
  };
  std::vector<std::vector<Release>> releases_;               // by thread, those in the window, by index
  std::vector<std::pair<std::size_t, std::uint32_t>> work_;  // thread, number into its releases_
  std::vector<Order> added_;
  Order contradiction_;
};

}  // namespace heddle::states
