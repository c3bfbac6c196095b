// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "order/loset_trace.h"
#include "random/loset_text.h"

namespace heddle::order {
namespace {

using event::Operation;

std::string error_of(std::string_view text) {
  const auto loset = loset_from(text);
  return loset ? "" : base::describe(loset.error());
}

TEST(LosetText, RoundTrip) {
  const std::string description =
      "t1: acq l1 . acqs l2 rel l1 rels l2\n"
      "t2: . acq l1 .\n"
      "t1.2 -> t2.1\n";
  const auto named = loset_from(description);
  ASSERT_TRUE(named);
  EXPECT_EQ(text(named->loset), description);
  const Loset& loset = named->loset;
  EXPECT_EQ(loset.events(), 8U);
  EXPECT_EQ(loset.seen(1, 3, 0), 2U);
  EXPECT_EQ(loset.held(0, 3).size(), 2U);
  EXPECT_EQ(loset.intervals(1)[0].release, kNever);  // held at the end
  EXPECT_FALSE(loset.compatible(0, 1, 1, 2));
  EXPECT_TRUE(loset.compatible(0, 4, 1, 2));
}

TEST(LosetText, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("t1: acq"),
            "line 1: expected '.', 'acq lock', 'rel lock', 'acqs lock' or 'rels lock', found 'acq'");
  EXPECT_EQ(error_of("t1: .\nt1.1 -> t3.1"), "line 2: there is no thread 't3'");
  EXPECT_EQ(error_of("t1: .\nt1.x -> t1.1"), "line 2: expected an event number in 't1.x'");
  EXPECT_EQ(error_of("nonsense"), "line 1: expected 'thread: events' or 'event -> event', found 'nonsense'");
  EXPECT_EQ(error_of("t1: rel a"), "t1.1 releases a lock that its thread does not hold");
  EXPECT_EQ(error_of("t1: acq a acq a"), "t1.2 acquires a lock that its thread holds");
  EXPECT_EQ(error_of("t1: . .; t2: .; t1.3 -> t2.1"), "an order names the event t1.3, which does not exist");
  EXPECT_EQ(error_of("t1: . .; t2: . .; t1.2 -> t2.1; t2.2 -> t1.1"),
            "the order has a cycle at or before t1.1");
}

event::Event act(std::size_t thread, Operation operation, std::size_t target) {
  return event::act(event::ThreadId(thread), operation, event::LockId(target));
}

TEST(LosetOfATrace, AWaitEndsASectionAndItsWakeBeginsTheNext) {
  const event::ThreadId waiter(0), notifier(1);
  const event::ConditionId condition(0);
  const event::LockId lock(0);
  const std::vector<event::Event> events = {
      act(0, Operation::acquire, 0), event::waiting(waiter, Operation::wait, condition, lock),
      act(1, Operation::acquire, 0), event::act(notifier, Operation::notify, condition),
      act(1, Operation::release, 0), event::waiting(waiter, Operation::wake, condition, lock),
      act(0, Operation::release, 0),
  };
  const auto trace = loset_of(events);
  ASSERT_TRUE(trace);
  const auto sections = trace->loset.intervals(0);
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections[0].release, 2U);
  EXPECT_EQ(sections[1].acquire, 3U);
  EXPECT_EQ(trace->loset.seen(0, 3, 1), 2U);  // the wake follows the notify, not the release
  EXPECT_EQ(trace->loset.seen(1, 1, 0), 0U);  // locks order nothing
}

TEST(LosetOfATrace, LocksOfOneThreadAndLocksOnlySharedLeaveNoSection) {
  const std::vector<event::Event> events = {
      act(0, Operation::acquire, 0),        act(0, Operation::release, 0),
      act(0, Operation::acquire_shared, 1), act(1, Operation::acquire_shared, 1),
      act(0, Operation::release_shared, 1), act(1, Operation::release_shared, 1),
      act(0, Operation::acquire, 2),        act(0, Operation::release, 2),
      act(1, Operation::acquire_shared, 2),
  };
  const auto trace = loset_of(events);
  ASSERT_TRUE(trace);
  ASSERT_EQ(trace->loset.intervals(0).size(), 1U);
  EXPECT_EQ(trace->loset.intervals(0)[0].lock, event::LockId(2));
  EXPECT_TRUE(trace->loset.intervals(1)[0].shared);
  EXPECT_EQ(trace->loset.size(0), 6U);
  const auto all = loset_of(events, Reads::ignored, Locks::all);
  EXPECT_EQ(all->loset.intervals(0).size(), 3U);
  EXPECT_FALSE(all->loset.lock_free(0, 1));
}

TEST(LosetOfATrace, FollowedReadsComeAfterTheirWrites) {
  const event::Variable x{100, 4}, half{102, 2};
  const std::vector<event::Event> events = {
      event::access(event::ThreadId(0), Operation::write, x),
      event::access(event::ThreadId(1), Operation::write, half),
      event::access(event::ThreadId(2), Operation::read, x),
  };
  EXPECT_EQ(loset_of(events)->loset.seen(2, 1, 0), 0U);
  const auto followed = loset_of(events, Reads::followed);
  EXPECT_EQ(followed->loset.seen(2, 1, 0), 1U);  // for the first half
  EXPECT_EQ(followed->loset.seen(2, 1, 1), 1U);  // for the second
}

}  // namespace
}  // namespace heddle::order
