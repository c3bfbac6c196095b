// SPDX-License-Identifier: Apache-2.0
// The search for rings against trying every sequence of acquires, on small random programs; and that large
// ones, with and without rings, end within their steps.
#include "runtime/host/lock_rings.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::runtime::host {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

struct Program {
  std::vector<HeldNode> nodes = {{}};
  std::vector<NestedAcquire> acquires;
  std::vector<SegmentOrder> segments = {{}, {}};

  std::uint32_t node(std::uint32_t parent, std::uint32_t lock, bool shared) {
    for (std::uint32_t i = 1; i < nodes.size(); ++i)
      if (nodes[i].parent == parent && nodes[i].lock == lock && nodes[i].shared == shared) return i;
    nodes.push_back({parent, lock, shared});
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  // A thread takes these one after the other, and holds them all; `shared`: a bit for each.
  void take(std::uint32_t thread, std::uint32_t segment, const std::vector<std::uint32_t>& locks,
            unsigned shared = 0) {
    std::uint32_t held = 0;
    for (std::size_t i = 0; i < locks.size(); ++i) {
      const bool is_shared = (shared >> i & 1) != 0;
      if (held != 0) acquires.push_back({held, locks[i], is_shared, thread, segment});
      held = node(held, locks[i], is_shared);
    }
  }
  std::map<std::uint32_t, bool> held(std::uint32_t acquire) const {
    std::map<std::uint32_t, bool> all;
    for (std::uint32_t at = acquires[acquire].held; at != 0; at = nodes[at].parent)
      all.emplace(nodes[at].lock, nodes[at].shared);
    return all;
  }
  bool before(std::uint32_t early, std::uint32_t late) const {
    if (late == 0 || early == 0) return false;
    const SegmentOrder& at = segments[late];
    return at.previous == early || at.joined == early || before(early, at.previous) ||
           before(early, at.joined);
  }
  bool waits(std::uint32_t waiter, std::uint32_t holder) const {
    const auto all = held(holder);
    const auto found = all.find(acquires[waiter].lock);
    return found != all.end() && !(acquires[waiter].shared && found->second);
  }
  bool fit(std::uint32_t a, std::uint32_t b) const {
    if (acquires[a].thread == acquires[b].thread) return false;
    if (before(acquires[a].segment, acquires[b].segment)) return false;
    if (before(acquires[b].segment, acquires[a].segment)) return false;
    const auto others = held(b);
    for (const auto& [lock, shared] : held(a))
      if (const auto common = others.find(lock); common != others.end() && !(shared && common->second))
        return false;
    return true;
  }
  bool is_ring(const LockRings::Ring& ring) const {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (!waits(ring[i], ring[(i + 1) % ring.size()])) return false;
      for (std::size_t j = 0; j < i; ++j)
        if (!fit(ring[i], ring[j])) return false;
    }
    return ring.size() > 1;
  }
  // Every acquire that stands in a ring.
  std::set<std::uint32_t> in_rings() const {
    std::set<std::uint32_t> all;
    LockRings::Ring ring;
    const auto extend = [&](auto&& self) -> void {
      if (is_ring(ring)) all.insert(ring.begin(), ring.end());
      for (std::uint32_t next = 0; next < acquires.size(); ++next) {
        if (!ring.empty() && !waits(ring.back(), next)) continue;
        if (!std::all_of(ring.begin(), ring.end(), [&](std::uint32_t other) { return fit(other, next); }))
          continue;
        ring.push_back(next);
        self(self);
        ring.pop_back();
      }
    };
    extend(extend);
    return all;
  }
  LockRings rings() const { return find_lock_rings(nodes, acquires, segments); }
};

Program random_program(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Program program;
  const auto threads = static_cast<std::uint32_t>(2 + random() % 4);
  const auto locks = static_cast<std::uint32_t>(2 + random() % 5);
  for (std::uint32_t segment = 2; segment < 2 + random() % 5; ++segment) {
    const auto earlier = [&] { return static_cast<std::uint32_t>(random() % 2 * (random() % segment)); };
    program.segments.push_back({earlier(), earlier()});
  }
  for (std::uint64_t i = 0, count = 2 + random() % 8; i < count; ++i) {
    std::vector<std::uint32_t> order(locks);
    for (std::uint32_t lock = 0; lock < locks; ++lock) order[lock] = lock;
    std::shuffle(order.begin(), order.end(), random);
    order.resize(std::min<std::size_t>(locks, 2 + random() % 3));
    program.take(static_cast<std::uint32_t>(random() % threads),
                 static_cast<std::uint32_t>(1 + random() % (program.segments.size() - 1)), order,
                 random() % 3 == 0 ? static_cast<unsigned>(random() % 8) : 0);
  }
  return program;
}

TEST(LockRings, AreThoseThatTryingEverythingFinds) {
  std::size_t with_rings = 0;
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    const Program program = random_program(seed);
    const LockRings found = program.rings();
    ASSERT_THAT(found.unsearched, IsEmpty());
    using Shape = std::tuple<std::uint32_t, std::uint32_t, bool>;
    const auto shape = [&](std::uint32_t acquire) {
      const NestedAcquire& it = program.acquires[acquire];
      return Shape(it.held, it.lock, it.shared);
    };
    std::set<Shape> expected, actual;
    for (const std::uint32_t acquire : program.in_rings()) expected.insert(shape(acquire));
    for (const LockRings::Ring& ring : found.rings) {
      ASSERT_TRUE(program.is_ring(ring)) << "seed " << seed;
      for (const std::uint32_t acquire : ring) actual.insert(shape(acquire));
    }
    ASSERT_EQ(actual, expected) << "seed " << seed;
    with_rings += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(with_rings, 500U);  // both happen often
  EXPECT_LT(with_rings, 4'500U);
}

TEST(LockRings, OneThreadInBothOrdersIsAnInversion) {
  Program program;
  program.take(7, 1, {0, 1});
  program.take(7, 1, {1, 0});
  EXPECT_THAT(program.rings().rings, IsEmpty());
  ASSERT_THAT(program.rings().inversions, SizeIs(1));
  EXPECT_THAT(program.rings().inversions[0], testing::ElementsAre(0, 1));
  program.take(8, 1, {1, 0});
  EXPECT_THAT(program.rings().rings, SizeIs(1));
  EXPECT_THAT(program.rings().inversions, IsEmpty());
}

TEST(LockRings, UnderAGuardThereIsNoInversionEither) {
  Program program;
  program.take(7, 1, {2, 0, 1});
  program.take(7, 1, {2, 1, 0});
  EXPECT_THAT(program.rings().inversions, IsEmpty());
}

// In `held` first to last, each lock a node below the one before: as a thread makes them.
void take_all(Program& program, std::uint32_t thread, const std::vector<std::uint32_t>& locks) {
  std::uint32_t held = 0;
  for (const std::uint32_t lock : locks) {
    if (held != 0) program.acquires.push_back({held, lock, false, thread, 1});
    program.nodes.push_back({held, lock, false});
    held = static_cast<std::uint32_t>(program.nodes.size() - 1);
  }
}

TEST(LockRings, AHundredThousandLocksInOneOrder) {
  Program program;
  std::mt19937_64 random(1);
  constexpr std::uint32_t kLocks = 100'000;
  std::vector<std::uint32_t> locks(kLocks);
  for (std::uint32_t lock = 0; lock < kLocks; ++lock) locks[lock] = lock;
  take_all(program, 0, locks);
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    std::set<std::uint32_t> few;
    while (few.size() < 5) few.insert(static_cast<std::uint32_t>(random() % kLocks));
    take_all(program, 1 + i % 4, {few.begin(), few.end()});
  }
  const LockRings found = program.rings();
  EXPECT_THAT(found.rings, IsEmpty());
  EXPECT_THAT(found.unsearched, IsEmpty());
}

TEST(LockRings, AHundredThousandLocksInBothOrders) {
  Program program;
  std::vector<std::uint32_t> locks(100'000);
  for (std::uint32_t lock = 0; lock < locks.size(); ++lock) locks[lock] = lock;
  take_all(program, 0, locks);
  std::reverse(locks.begin(), locks.end());
  take_all(program, 1, locks);
  const LockRings found = find_lock_rings(program.nodes, program.acquires, program.segments, 2'000'000);
  EXPECT_FALSE(found.rings.empty());
}

// Whichever two of three guards a thread takes, it shares one with every other thread.
TEST(LockRings, AnyOrderUnderGuards) {
  constexpr std::uint32_t kLocks = 20;
  for (const bool all_three : {true, false}) {
    Program program;
    std::mt19937_64 random(2);
    for (std::uint32_t i = 0; i < 4'000; ++i) {
      std::vector<std::uint32_t> locks = {kLocks, kLocks + 1, kLocks + 2};
      if (!all_three) locks.erase(locks.begin() + i % 3);
      for (std::uint32_t j = 0; j < 3; ++j) {
        const auto next = static_cast<std::uint32_t>(random() % kLocks);
        if (std::find(locks.begin(), locks.end(), next) == locks.end()) locks.push_back(next);
      }
      program.take(i % 8, 1, locks);
    }
    const LockRings found = program.rings();
    EXPECT_THAT(found.rings, IsEmpty());
    EXPECT_THAT(found.unsearched, IsEmpty());
  }
}

TEST(LockRings, SaysWhereItGaveUp) {
  Program program;
  program.take(0, 1, {0, 1});
  program.take(1, 1, {1, 2});
  program.take(0, 1, {2, 0});
  const LockRings found = find_lock_rings(program.nodes, program.acquires, program.segments, 3);
  ASSERT_THAT(found.unsearched, SizeIs(1));
  EXPECT_THAT(found.unsearched[0], testing::UnorderedElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace heddle::runtime::host
