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

  void before(const event::Event& event) { order_.before(event); }
  void after() { order_.after(); }
  void acquire(event::ThreadId thread, event::LockId lock) { order_.acquire(thread, lock); }
  void release(event::ThreadId thread, event::LockId lock) { order_.release(thread, lock); }
  Stamp stamp(event::ThreadId thread) { return order_.epoch(thread).bits(); }
  using Sight = const order::SharedClock::Clock*;  // of all threads there are
  Sight sight(event::ThreadId thread) { return order_.whole_clock(thread); }
  // No case of its own for the thread's accesses, which it knows, and for none, the segment 0 of thread 0.
  static bool knows(Sight clock, HeldLocks::Set, Stamp earlier, const Record&) {
    return clock[thread_of(earlier).index()] >= segment_of(earlier);
  }

 private:
  order::HappensBefore order_;
};

}  // namespace

std::unique_ptr<finding::Listener> make_epochs(Options options) {
  return std::make_unique<RaceDetector<EpochOrder>>(options);
}

}  // namespace heddle::detect
