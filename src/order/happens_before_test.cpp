// SPDX-License-Identifier: Apache-2.0
// Each rule of flow.h, seen through the clocks: does the first event of a story happen before its last?
#include "order/happens_before.h"

#include <gtest/gtest.h>

namespace heddle::order {
namespace {

using event::MemoryOrder;
using event::Operation;
using event::ThreadId;
using event::Variable;

// NOLINTBEGIN(readability-identifier-naming): the names of a story
constexpr ThreadId t0(0), t1(1), t2(2);
constexpr event::LockId lock(0);
constexpr event::ConditionId condition(0);
constexpr event::BarrierId barrier(0);
constexpr event::MessageId message(0);
constexpr Variable x{64, 4};
// NOLINTEND(readability-identifier-naming)

// Whether the segment t0 is in before the events is known to `thread` after them.
bool ordered(std::initializer_list<event::Event> events, ThreadId thread) {
  HappensBefore order;
  const Epoch first = order.epoch(t0);
  for (const event::Event& event : events) order.on(event);
  return order.knows(thread, first);
}

event::Event load(ThreadId t, MemoryOrder order) {
  return event::atomic(t, Operation::atomic_load, x, order);
}
event::Event store(ThreadId t, MemoryOrder order) {
  return event::atomic(t, Operation::atomic_store, x, order);
}
event::Event rmw(ThreadId t, MemoryOrder order) { return event::atomic(t, Operation::atomic_rmw, x, order); }
template <class Id>
event::Event act(ThreadId t, Operation operation, Id id) {
  return event::act(t, operation, id);
}

TEST(HappensBefore, LocksOrderReleaseBeforeAcquire) {
  EXPECT_TRUE(ordered({act(t0, Operation::release, lock), act(t1, Operation::acquire, lock)}, t1));
  EXPECT_FALSE(ordered({act(t1, Operation::acquire, lock)}, t1));
}

TEST(HappensBefore, SharedReleasesOrderBeforeExclusiveAcquiresOnly) {
  EXPECT_TRUE(ordered({act(t0, Operation::release_shared, lock), act(t1, Operation::acquire, lock)}, t1));
  EXPECT_FALSE(
      ordered({act(t0, Operation::release_shared, lock), act(t1, Operation::acquire_shared, lock)}, t1));
  EXPECT_TRUE(ordered({act(t0, Operation::release_shared, lock), act(t1, Operation::acquire, lock),
                       act(t1, Operation::release, lock), act(t2, Operation::acquire_shared, lock)},
                      t2));
}

TEST(HappensBefore, AtomicsOrderOnlyReleaseBeforeAcquire) {
  EXPECT_TRUE(ordered({store(t0, MemoryOrder::release), load(t1, MemoryOrder::acquire)}, t1));
  EXPECT_FALSE(ordered({store(t0, MemoryOrder::relaxed), load(t1, MemoryOrder::acquire)}, t1));
  EXPECT_FALSE(ordered({store(t0, MemoryOrder::release), load(t1, MemoryOrder::relaxed)}, t1));
}

TEST(HappensBefore, StoresEndAReleaseSequenceAndReadModifyWritesContinueIt) {
  const event::Event released = store(t0, MemoryOrder::release);
  EXPECT_FALSE(ordered({released, store(t2, MemoryOrder::seq_cst), load(t1, MemoryOrder::acquire)}, t1));
  EXPECT_FALSE(ordered({released, store(t0, MemoryOrder::relaxed), load(t1, MemoryOrder::acquire)}, t1));
  EXPECT_TRUE(ordered({released, rmw(t2, MemoryOrder::relaxed), load(t1, MemoryOrder::acquire)}, t1));
  EXPECT_FALSE(ordered({released, rmw(t2, MemoryOrder::relaxed)}, t2));
}

TEST(HappensBefore, JavaVolatileStoresAddUp) {
  EXPECT_TRUE(ordered({store(t0, MemoryOrder::java_volatile), store(t2, MemoryOrder::java_volatile),
                       load(t1, MemoryOrder::java_volatile)},
                      t1));
}

TEST(HappensBefore, FencesLendTheirStrengthToRelaxedAccesses) {
  const event::Event release = event::fence(t0, MemoryOrder::release);
  const event::Event acquire = event::fence(t1, MemoryOrder::acquire);
  const event::Event stored = store(t0, MemoryOrder::relaxed);
  const event::Event loaded = load(t1, MemoryOrder::relaxed);
  EXPECT_TRUE(ordered({release, stored, loaded, acquire}, t1));
  EXPECT_FALSE(ordered({stored, release, loaded, acquire}, t1));
  EXPECT_FALSE(ordered({release, stored, acquire, loaded}, t1));
  EXPECT_TRUE(ordered({store(t0, MemoryOrder::release), loaded, acquire}, t1));
  EXPECT_TRUE(ordered({release, stored, load(t1, MemoryOrder::acquire)}, t1));
}

TEST(HappensBefore, MemoryMadeAfreshPublishesNothing) {
  for (const Operation operation : {Operation::alloc, Operation::free})
    EXPECT_FALSE(ordered({store(t0, MemoryOrder::release), event::access(t2, operation, {60, 8}),
                          load(t1, MemoryOrder::acquire)},
                         t1));
  EXPECT_TRUE(ordered({store(t0, MemoryOrder::release), event::access(t2, Operation::alloc, {60, 4}),
                       load(t1, MemoryOrder::acquire)},
                      t1));
}

TEST(HappensBefore, NotifyOrdersNothing) {
  const event::Event waits = event::waiting(t1, Operation::wait, condition, lock);
  const event::Event wakes = event::waiting(t1, Operation::wake, condition, lock);
  const event::Event notifies = act(t0, Operation::notify, condition);
  EXPECT_FALSE(ordered({waits, notifies, wakes}, t1));
  EXPECT_TRUE(ordered(
      {waits, act(t0, Operation::acquire, lock), notifies, act(t0, Operation::release, lock), wakes}, t1));
}

TEST(HappensBefore, WaitingReleasesItsLock) {
  EXPECT_TRUE(
      ordered({event::waiting(t0, Operation::wait, condition, lock), act(t1, Operation::acquire, lock)}, t1));
}

TEST(HappensBefore, ForkAndJoin) {
  EXPECT_TRUE(ordered({act(t0, Operation::fork, t1)}, t1));
  EXPECT_TRUE(ordered({act(t1, Operation::join, t0)}, t1));
  EXPECT_FALSE(ordered({act(t1, Operation::fork, t0)}, t1));
}

TEST(HappensBefore, AFastThreadMayArriveAgainBeforeASlowOneLeft) {
  EXPECT_TRUE(ordered({act(t0, Operation::arrive, barrier), act(t1, Operation::arrive, barrier),
                       act(t1, Operation::leave, barrier)},
                      t1));
  HappensBefore order;
  order.on(act(t0, Operation::arrive, barrier));
  order.on(act(t1, Operation::arrive, barrier));
  order.on(act(t1, Operation::leave, barrier));
  const Epoch between_rounds = order.epoch(t1);
  order.on(act(t1, Operation::arrive, barrier));
  order.on(act(t0, Operation::leave, barrier));
  EXPECT_FALSE(order.knows(t0, between_rounds));
  order.on(act(t0, Operation::arrive, barrier));
  order.on(act(t0, Operation::leave, barrier));
  EXPECT_TRUE(order.knows(t0, between_rounds));
}

TEST(HappensBefore, Messages) {
  EXPECT_TRUE(ordered({act(t0, Operation::send, message), act(t1, Operation::receive, message)}, t1));
}

}  // namespace
}  // namespace heddle::order
