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
// One object can be used for many windows; it keeps its memory. Or for a whole that grows, the record of an execution that
// goes on: then it keeps what it knows. Orders that are forced stay so, so only sections are looked at that have ended since,
// or that are ordered otherwise by those. (The dynamic orders are left out there: what is open at the end of one part may
// come before others in the next.) All parts together cost what the last one does, but for an entry of each list. Not
// thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "order/loset.h"
#include "states/feasible.h"

namespace heddle::states {

class NormalForm {
 public:
  NormalForm() = default;  // of a whole that grows
  explicit NormalForm(const Loset& loset) : loset_(&loset) {}

  // False if the orders have a cycle. `from` must be lock-free feasible, `to` feasible and not below it.
  bool compute(const State& from, const State& to);

  // The same of all of a loset, which has the events of the one that was given before, and more. Here a section that is
  // open at the end forces nothing.
  bool grow(const Loset& loset);

  // After a successful one, for an event of the window: how many events of `other` come before it or are it, by
  // happens-before and locks.
  Index seen(std::size_t thread, Index index, std::size_t other) const {
    return rows_[thread][std::size_t{index - from_[thread] - 1} * n_ + other];
  }
  bool consistent(const State& state) const;  // of the window

  // The orders that locks added (numbers of intervals are those of when they were); and after a failed compute, the two
  // intervals each of which would have to end before the other begins.
  struct Order {
    order::EventAt before, after;         // a release and an acquire; release 0: never released in the window
    std::uint32_t first = 0, second = 0;  // the intervals, numbers into their threads'
  };
  const std::vector<Order>& added() const { return added_; }
  const Order& contradiction() const { return contradiction_; }

 private:
  void set_rows(const State& to);
  void find_sections();
  bool order_open_ones();
  bool settle_all();
  bool settle(std::size_t thread, std::uint32_t interval);
  bool add(std::size_t before_thread, std::uint32_t before, std::size_t after_thread, std::uint32_t after);
  void touch(std::size_t thread, Index first, Index last);
  void touch(std::size_t thread, std::size_t release);
  void widen(std::size_t threads);
  void take_new_rows();
  Index* row(std::size_t thread, Index index) {
    return rows_[thread].data() + std::size_t{index - from_[thread] - 1} * n_;
  }

  const Loset* loset_ = nullptr;
  std::size_t n_ = 0;
  State from_, to_;
  std::vector<std::vector<Index>> rows_;  // by thread, a clock for each event of the window
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
  std::vector<bool> known_locks_;  // of a whole that grows: those that had sections
  bool is_acyclic_ = true;
};

// The normal form of all of a loset, computed when it is first asked for, once for all who share it.
class WholeForm {
 public:
  explicit WholeForm(const Loset& loset) : loset_(&loset) {}
  // The loset goes on where the one ended that `grown` is of.
  WholeForm(const Loset& loset, NormalForm& grown) : loset_(&loset), grown_(&grown) {}
  WholeForm(const WholeForm&) = delete;
  WholeForm& operator=(const WholeForm&) = delete;
  // None: it has a cycle, and no schedule reaches the end. From any thread.
  const NormalForm* form();

 private:
  const Loset* loset_;
  std::unique_ptr<NormalForm> own_;
  NormalForm* grown_ = nullptr;
  std::once_flag once_;
  bool is_acyclic_ = false;
};

}  // namespace heddle::states
