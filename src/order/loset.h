// SPDX-License-Identifier: Apache-2.0
// A loset: what an execution's threads did, ordered only by what no schedule can change.
//
// Idea and paper: "Predicate detection for parallel computations", chapter 5. A poset that takes the observed
// order of critical sections for causality describes one schedule of the locks. A loset keeps the two apart:
//   * each thread's events in program order, and a happens-before between them WITHOUT lock order (fork and
//     join, messages, barriers, notify and wake, release and acquire atomics);
//   * locking intervals: thread t holds lock l from its acquiring event up to its releasing one.
// Two intervals of one lock exclude each other (two shared ones do not), but may come in either order.
//
// Invariants: happens-before is acyclic and transitively closed in the clocks; the intervals of one thread
// and one lock do not overlap (re-entrant locks: only the outermost acquire and release make an interval); a
// lock still held at the end has its release at kNever.
//
// Numbering: a thread's events are 1, 2, … size(t); position p means "the first p events have happened", so
// position p and event p name the same place. A global state is one position for each thread.
//
// Space: one 4-byte number an event for its clock and one for the locks it holds; a clock itself (one number
// a thread) is kept only where it differs from the previous event's. Immutable after build: safe to share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/result.h"
#include "event/event.h"

namespace heddle::order {

using Index = std::uint32_t;
inline constexpr Index kNever = std::numeric_limits<Index>::max();

using State = std::vector<Index>;  // by thread: how many of its events have happened

// Event `index` (from 1) of thread `thread`.
struct EventAt {
  std::size_t thread = 0;
  Index index = 0;
  friend constexpr auto operator<=>(const EventAt&, const EventAt&) = default;
};

struct LockInterval {
  event::LockId lock;
  Index acquire = 0;
  Index release = kNever;
  bool shared = false;
  // Whether the lock is held at a position.
  constexpr bool covers(Index position) const { return acquire <= position && position < release; }
};
constexpr bool exclude(const LockInterval& a, const LockInterval& b) {
  return a.lock == b.lock && !(a.shared && b.shared);
}

class Loset {
 public:
  std::size_t threads() const { return threads_.size(); }
  std::size_t locks() const { return locks_; }
  Index size(std::size_t thread) const { return static_cast<Index>(threads_[thread].row.size() - 1); }
  std::size_t events() const { return events_; }

  // How many events of `other` happen before event `index` of `thread` or are it; 0 for index 0.
  Index seen(std::size_t thread, Index index, std::size_t other) const {
    if (other == thread) return index;
    const Thread& t = threads_[thread];
    return t.clocks[std::size_t{t.row[index]} * threads_.size() + other];
  }
  // The whole clock; its own component is not meaningful (it is `index`).
  std::span<const Index> clock(std::size_t thread, Index index) const {
    const Thread& t = threads_[thread];
    return {t.clocks.data() + std::size_t{t.row[index]} * threads_.size(), threads_.size()};
  }
  // Events with the same number have the same clock but for their own component.
  std::uint32_t clock_number(std::size_t thread, Index index) const { return threads_[thread].row[index]; }

  // A thread's intervals, by acquiring event.
  std::span<const LockInterval> intervals(std::size_t thread) const { return threads_[thread].intervals; }
  // Those of one lock, as numbers into intervals(thread), in order.
  std::span<const std::uint32_t> intervals_of(std::size_t thread, event::LockId lock) const {
    const Thread& t = threads_[thread];
    return {t.by_lock.data() + t.lock_begin[lock.index()], t.by_lock.data() + t.lock_begin[lock.index() + 1]};
  }
  // The effective locks of a position: the intervals that cover it, as numbers into intervals(thread).
  std::span<const std::uint32_t> held(std::size_t thread, Index position) const {
    const Thread& t = threads_[thread];
    const std::uint32_t set = t.holding[position];
    return {t.held.data() + t.set_begin[set], t.held.data() + t.set_begin[set + 1]};
  }
  // Positions with the same number have the same intervals open.
  std::uint32_t holding_number(std::size_t thread, Index position) const {
    return threads_[thread].holding[position];
  }
  bool lock_free(std::size_t thread, Index position) const { return held(thread, position).empty(); }
  // The interval that event `index` begins, or kNever.
  std::uint32_t acquired_at(std::size_t thread, Index index) const;

  bool compatible(std::size_t a, Index at_a, std::size_t b, Index at_b) const;

  // The same with its threads in another order: thread k of the result is order[k] of this one.
  Loset reordered(std::span<const std::size_t> order) const;

  State initial() const { return State(threads(), 0); }
  State final() const;

 private:
  friend class LosetBuilder;
  struct Thread {
    std::vector<std::uint32_t> row = {0};      // by position: its clock, a row of `clocks`
    std::vector<Index> clocks;                 // rows of one number a thread
    std::vector<std::uint32_t> holding = {0};  // by position: its set of held intervals
    std::vector<std::uint32_t> set_begin = {0, 0};
    std::vector<std::uint32_t> held;
    std::vector<LockInterval> intervals;
    std::vector<std::uint32_t> lock_begin, by_lock;
  };
  std::vector<Thread> threads_;
  std::size_t locks_ = 0;
  std::size_t events_ = 0;
};

// Makes a loset. Events are added thread by thread or interleaved, in each thread's program order; edges may
// be given in any order, also to events not added yet.
class LosetBuilder {
 public:
  explicit LosetBuilder(std::size_t threads) : threads_(threads) {}

  Index add(std::size_t thread);  // an event that is neither acquire nor release; its index
  Index acquire(std::size_t thread, event::LockId lock, bool shared = false);
  Index release(std::size_t thread, event::LockId lock);
  // before → after, in every schedule.
  void order(EventAt before, EventAt after) { edges_.push_back({before, after}); }
  // What the event just added to `thread` knows: its predecessor's clock and this one. Its own entry is not
  // read.
  void knows(std::size_t thread, std::span<const Index> clock);
  // The clock of an event, if all were given so.
  std::vector<Index> known(EventAt event) const;
  Index size(std::size_t thread) const { return threads_[thread].size; }
  bool holds(std::size_t thread, event::LockId lock) const;

  // Fails on a cyclic order, an edge to no event, a lock taken twice or released unheld by a thread.
  base::Result<Loset> build();

 private:
  struct Edge {
    EventAt before, after;
  };
  struct Thread {
    Index size = 0;
    std::vector<LockInterval> intervals;
    std::vector<std::uint32_t> open;
    std::vector<std::uint32_t> row = {0};  // by position, up to the last that was given a clock
    std::vector<Index> clocks;
  };
  void fill_locks(Loset& loset) const;
  base::Result<void> fill_clocks(Loset& loset);
  void take_clocks(Loset& loset);

  std::vector<Thread> threads_;
  std::vector<Edge> edges_;
  std::string trouble_;  // the first misuse of a lock
};

}  // namespace heddle::order
