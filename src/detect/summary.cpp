// SPDX-License-Identifier: Apache-2.0
// The summary function h (Kim, Yavuz-Kahveci, Sanders, Precise data race detection in a relaxed memory model
// using heuristic-based model checking, ASE 2009): for every thread and synchronisation object the set of
// accesses it knows, as an array of bit vectors. An access is
// ordered after the earlier ones iff they are in h of its thread: one bit each.
//
// Differences to the paper. A step of order/flow.h is a union, an assignment or a clearing of rows, so a C11
// store replaces what its location publishes (the paper's release joins, which is Java's rule). Columns are
// not variables but groups of accesses: those one thread makes while it publishes nothing, which no one can
// tell apart. A write need not be taken out of all other rows: it begins, with its group, a fresh column. A
// column no cell refers to any more is swept out of all rows together with many others. Reads have columns
// too, so that read-then-write races are found; Discipline::writes_first leaves them out, as the paper does.
//
// Cost: O(1) an access; a step O(live groups / 64). Memory O(carriers × live groups / 8), and live groups are
// at most as many as remembered accesses. Best where carriers and groups are few. A clean answer means: no
// two accesses of this execution race. It says nothing of other schedules.
#include <algorithm>

#include "detect/race_detector.h"

namespace heddle::detect {
namespace {

using order::CarrierId;
using order::Step;

class SummaryOrder {
 public:
  static constexpr bool kCounts = true;

  explicit SummaryOrder(const HeldLocks&) {}

  void before(const event::Event& event) {
    const order::Steps steps = flow_.on(event);
    add_threads(event.thread);
    apply(steps.before);
    pending_ = steps.after;
  }
  void after() {
    apply(pending_);
    pending_ = {};
  }

  Stamp stamp(event::ThreadId thread) {
    if (thread.index() >= threads_.size()) [[unlikely]]
      add_threads(thread);
    Thread& state = threads_[thread.index()];
    if (state.column == 0) [[unlikely]]
      begin_group(state);
    return stamp_of(thread, state.column);
  }

  using Sight = event::ThreadId;
  static Sight sight(event::ThreadId thread) { return thread; }
  bool knows(Sight thread, HeldLocks::Set, Stamp earlier, const Record&) {
    if (earlier == 0 || thread_of(earlier) == thread) return true;
    const Row& row = rows_[threads_[thread.index()].self.index()];
    const std::uint64_t column = segment_of(earlier);
    return column / 64 < row.size() && (row[column / 64] >> column % 64 & 1) != 0;
  }

  void keep(Stamp stamp) { ++uses_[segment_of(stamp)]; }
  void drop(Stamp stamp) { drop_column(segment_of(stamp)); }

 private:
  using Row = std::vector<std::uint64_t>;
  struct Thread {
    CarrierId self;
    std::uint64_t column = 0;  // of the group its accesses belong to now; 0: none yet
  };
  void add_threads(event::ThreadId up_to) {
    flow_.thread(up_to);
    if (rows_.size() < flow_.carriers()) {
      rows_.resize(flow_.carriers());
      thread_of_carrier_.resize(flow_.carriers());
    }
    while (threads_.size() < flow_.threads()) {
      const event::ThreadId thread(threads_.size());
      threads_.push_back({.self = flow_.thread(thread)});
      thread_of_carrier_[threads_.back().self.index()] = thread;
    }
  }

  void apply(std::span<const Step> steps) {
    for (const Step& step : steps) {
      Row& to = rows_[step.to.index()];
      static const Row nothing;
      const Row& from = step.kind == Step::Kind::clear ? nothing : rows_[step.from.index()];
      if (to.size() < from.size()) to.resize(from.size());
      if (step.kind == Step::Kind::join) {
        for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
      } else {
        std::copy(from.begin(), from.end(), to.begin());
        std::fill(to.begin() + static_cast<std::ptrdiff_t>(from.size()), to.end(), 0);
      }
      if (step.from_thread) end_group(thread_of_carrier_[step.from.index()]);
    }
  }

  void begin_group(Thread& thread) {
    if (free_.empty()) make_columns();
    thread.column = free_.back();
    free_.pop_back();
    uses_[thread.column] = 1;  // as long as the thread may add to it
    Row& row = rows_[thread.self.index()];
    const std::size_t word = thread.column / 64;
    if (row.size() <= word) row.resize(word + 1);
    row[word] |= std::uint64_t{1} << thread.column % 64;
  }

  void end_group(event::ThreadId id) {
    Thread& thread = threads_[id.index()];
    if (thread.column == 0) return;
    drop_column(thread.column);
    thread.column = 0;
  }

  void drop_column(std::uint64_t column) {
    if (--uses_[column] == 0) unused_.push_back(column);
  }

  // Sweeps the unused columns if that is worth it, else adds new ones.
  void make_columns() {
    if (unused_.size() >= 64 && unused_.size() >= uses_.size() / 4) {
      Row mask(uses_.size() / 64, ~std::uint64_t{0});
      for (const std::uint64_t column : unused_) mask[column / 64] &= ~(std::uint64_t{1} << column % 64);
      for (Row& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) row[i] &= mask[i];
      free_.swap(unused_);
      std::sort(free_.begin(), free_.end(), std::greater<>());  // low columns first: short rows
    } else {
      const std::size_t first = uses_.size();
      uses_.resize(first + std::max<std::size_t>(64, first / 128 * 64));
      for (std::size_t column = uses_.size(); column-- > std::max<std::size_t>(first, 1);)
        free_.push_back(column);
    }
  }

  order::Flow flow_;
  std::vector<Row> rows_;  // by carrier: h
  std::vector<Thread> threads_;
  std::vector<event::ThreadId> thread_of_carrier_;  // none if it is not a thread
  std::span<const Step> pending_;

  std::vector<std::uint32_t> uses_;    // by column; column 0 is never used
  std::vector<std::uint64_t> free_;    // in no row
  std::vector<std::uint64_t> unused_;  // of no cell, but in rows
};

}  // namespace

std::unique_ptr<finding::Listener> make_summary(Options options) {
  return std::make_unique<RaceDetector<SummaryOrder>>(options);
}

}  // namespace heddle::detect
