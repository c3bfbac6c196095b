// SPDX-License-Identifier: Apache-2.0
// Happens-before of a running trace, as vector clocks: an interpreter of flow.h's steps.
//
// Every carrier has a clock. A thread is in a segment, numbered from 1, and in the next one after each step
// that publishes what it knows; so two events of a thread share a segment exactly if nobody can know the one
// without the other. Event a, in segment (t, c) of its thread, happens before a later event b by another
// thread u iff u's clock at b has clock[t] ≥ c.
//
// A thread's clock has kAlways as its own entry. So it need not change when the segment does, and a copy of it
// is the same clock, shared (shared_clock.h), with the thread's epoch beside it: there the entry is that of
// the epoch. Whoever knows the epoch knows the rest of such a copy, for a segment publishes only at its end.
// Cost: O(threads) for a step that brings news, O(1) for all others: to learn what one already knows, to
// publish, and what orders nothing. Memory: a clock for each thread, and for each that was published, still
// can be learned and differs from the others.
//
// Acquiring and releasing locks, nearly all that synchronises, goes without steps.
//
// Used as: before(event); look at clock(thread), epoch(thread); after(). Or on(event) for both.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "order/flow.h"
#include "order/shared_clock.h"
#include "order/vector_clock.h"

namespace heddle::order {

class HappensBefore {
 public:
  // Applies what the event learns. Between before() and after() clock(event.thread) is the event's own clock.
  void before(const event::Event& event) {
    if (!Flow::orders(event.operation)) {
      pending_ = {};
      if (event.thread.index() >= threads_.size()) [[unlikely]]
        add_threads(event.thread);
      return;
    }
    learn(event);
  }
  // Applies what the event publishes.
  void after() {
    if (released_.exists()) release(releaser_, std::exchange(released_, event::LockId()));
    if (!pending_.empty()) publish();
  }
  void on(const event::Event& event) {
    before(event);
    after();
  }

  // The same for an acquire and for a release of a lock. Whether the thread learned something by the acquire.
  bool acquire(event::ThreadId thread, event::LockId lock) {
    const Flow::Lock known = carriers_of(thread, lock);
    const CarrierId self = threads_[thread.index()];
    const bool news = !knows_all(self, known.exclusive) || !knows_all(self, known.shared);
    if (news) learn_from(self, known);
    return news;
  }
  void release(event::ThreadId thread, event::LockId lock);

  // What the thread knows, an entry for each thread there is; its own is kAlways. Stays until a thread is
  // added or the thread takes part in a step.
  static constexpr std::uint64_t kAlways = ~std::uint64_t{0};
  const SharedClock::Clock* whole_clock(event::ThreadId thread) {
    if (thread.index() >= threads_.size()) add_threads(thread);
    SharedClock& clock = carriers_[threads_[thread.index()].index()].clock;
    clock.widen(blocks_, threads_.size());
    return clock.entries();
  }
  // The segment the thread is in.
  Epoch epoch(event::ThreadId thread) {
    if (thread.index() >= threads_.size()) add_threads(thread);
    return epochs_[thread.index()];
  }
  // Whether all of that segment is known. None is.
  bool knows(event::ThreadId thread, Epoch epoch) {
    if (thread.index() >= threads_.size()) add_threads(thread);
    return knows(carriers_[threads_[thread.index()].index()], epoch);
  }

 private:
  struct Carrier {
    SharedClock clock;
    Epoch copy_of;  // exists: clock is what that thread published at the end of that segment
  };
  static bool knows(const Carrier& carrier, Epoch epoch) {
    const std::size_t thread = epoch.thread().index();
    return epoch.clock() <= (carrier.copy_of.exists() && carrier.copy_of.thread().index() == thread
                                 ? carrier.copy_of.clock()
                                 : carrier.clock[thread]);
  }
  void learn(const event::Event& event);
  void publish();
  // Of a lock, which have their places from now on; so has the thread.
  Flow::Lock carriers_of(event::ThreadId thread, event::LockId lock) {
    if (thread.index() >= threads_.size()) [[unlikely]]
      add_threads(thread);
    const Flow::Lock known = flow_.lock(lock);
    if (carriers_.size() < flow_.carriers()) [[unlikely]]
      grow();
    return known;
  }
  bool knows_all(CarrierId self, CarrierId carrier) const {
    const Carrier& from = carriers_[carrier.index()];
    return from.clock.empty() || (from.copy_of.exists() && knows(carriers_[self.index()], from.copy_of));
  }
  void learn_from(CarrierId self, Flow::Lock lock);
  void add_threads(event::ThreadId up_to);
  void grow();
  void apply(std::span<const Step> steps);
  void join(CarrierId into, const Carrier& from, Epoch published);
  void copy(CarrierId into, const Carrier& from, Epoch published);
  void clear(CarrierId carrier);
  void tick(CarrierId carrier);

  Flow flow_;
  ClockBlocks blocks_;  // before all that holds one
  std::vector<Carrier> carriers_;
  std::vector<event::ThreadId> thread_of_;  // by carrier; none if it is not a thread
  std::vector<CarrierId> threads_;          // by thread
  std::vector<Epoch> epochs_;               // by thread
  std::span<const Step> pending_;
  event::LockId released_;  // exists: instead of pending_, by releaser_
  event::ThreadId releaser_;
};

}  // namespace heddle::order
