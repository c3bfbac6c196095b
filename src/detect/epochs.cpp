// SPDX-License-Identifier: Apache-2.0
// Vector clocks with epochs (Flanagan and Freund, FastTrack: efficient and precise dynamic race detection,
// PLDI 2009). An access is remembered by its epoch, the segment of its thread in which it was made, and is
// known to a later access iff the later thread's clock has reached it: one comparison. Reads that happen
// before a later read are forgotten, so that only truly concurrent reads take a list.
//
// Beyond the paper: C11 atomics and fences (order/flow.h), atomic accesses as conflicting ones, bytes instead
// of variables, and the latest earlier access of a race instead of any: an access in a segment that has
// accessed the byte before is not skipped, it replaces the record.
//
// Cost: O(1) an access while reads are ordered, O(threads) at most; O(threads) for what synchronises. Memory:
// a cache line for each eight bytes accessed, a clock for each thread, lock and atomic. A clean answer means:
// no two accesses of this execution race. It says nothing of other schedules.
#include "detect/race_detector.h"
#include "order/happens_before.h"

namespace heddle::detect {
namespace {

class EpochOrder {
 public:
  static constexpr bool kCounts = false;
  static_assert(kSegmentBits == order::Epoch::kClockBits);

  explicit EpochOrder(const HeldLocks&) {}

  void before(const event::Event& event) {
    order_.before(event);
    if (event::is_access(event.operation)) look_at(event.thread);
    acting_ = event.thread;
    if (event::target_kind(event.operation) == event::TargetKind::thread) other_ = event.other();
  }
  void after() {
    order_.after();
    look_at(acting_);
    if (other_.exists()) look_at(other_);
    other_ = event::ThreadId();
  }
  void acquire(event::ThreadId thread, event::LockId lock) {
    if (order_.acquire(thread, lock)) look_at(thread);
  }
  void release(event::ThreadId thread, event::LockId lock) {
    order_.release(thread, lock);
    look_at(thread);
  }
  Stamp stamp(event::ThreadId thread) {
    if (thread.index() >= now_.size()) [[unlikely]]
      look_at(thread);
    return now_[thread.index()].stamp;
  }
  using Sight = const order::VectorClock::Clock*;  // of all threads there are
  Sight sight(event::ThreadId thread) const { return now_[thread.index()].clock; }
  // No case of its own for the thread's accesses, which it knows, and for none, the segment 0 of thread 0.
  static bool knows(Sight clock, HeldLocks::Set, Stamp earlier, const Record&) {
    return clock[thread_of(earlier).index()] >= segment_of(earlier);
  }

  void save() { order_.save(); }
  void restore(std::uint64_t point) {
    order_.restore(point);
    now_.clear();
  }

 private:
  // What an access needs to know of its thread, at hand. Steps change only the clocks of the acting thread
  // and of one it forks or joins.
  struct Now {
    Stamp stamp = 0;
    Sight clock;
  };
  void look_at(event::ThreadId thread) {
    if (thread.index() < now_.size()) [[likely]] {
      now_[thread.index()] = seen(thread);
      return;
    }
    order_.epoch(thread);  // from now on there are so many threads
    now_.resize(thread.index() + 1);
    for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = seen(event::ThreadId(i));
  }
  Now seen(event::ThreadId thread) {
    return {order_.epoch(thread).bits(), order_.whole_clock(thread).data()};
  }

  order::HappensBefore order_;
  std::vector<Now> now_;  // by thread
  event::ThreadId acting_, other_;
};

}  // namespace

std::unique_ptr<finding::Listener> make_epochs(Options options) {
  return std::make_unique<RaceDetector<EpochOrder>>(options);
}

}  // namespace heddle::detect
