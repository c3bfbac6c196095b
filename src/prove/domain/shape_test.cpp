// SPDX-License-Identifier: Apache-2.0
// Abstract heap operations against concrete ones on random heaps: what the concrete operation yields must be
// among what the abstract one allows; for writes and frees it must be exactly that.
#include "prove/domain/shape.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "prove/domain/interference.h"
#include "prove/domain/step.h"
#include "prove/domain/triple.h"

namespace heddle::prove {
namespace {

// Cells 0, 1, 2 are the ends. Every other cell has a successor, and lists end.
struct Heap {
  std::vector<int> next;
  std::vector<int> pointers;  // slot kEnds + i points to cell pointers[i]
  Distances distances = Distances::coarse;

  Relations relation(int x, int y) const {
    const auto steps = [&](int from, int to) {
      int count = 0;
      while (from >= kEnds && from != to) from = next[static_cast<std::size_t>(from)], ++count;
      return from == to ? count : -1;
    };
    if (const int forward = steps(x, y); forward >= 0) return ahead(forward, distances);
    if (const int backward = steps(y, x); backward >= 0) return mirror(ahead(backward, distances));
    return kUnrelated;
  }
  int cell(Slot slot) const { return slot < kEnds ? slot : pointers[static_cast<std::size_t>(slot - kEnds)]; }
  Shape shape() const {
    Shape shape(distances);
    for (Slot slot = kEnds; slot < kEnds + static_cast<Slot>(pointers.size()); ++slot) {
      shape.add_unknown(slot);
      for (Slot other = 0; other <= slot; ++other) shape.set(slot, other, relation(cell(slot), cell(other)));
    }
    return shape;
  }
};

Heap random_heap(std::mt19937_64& random, int pointers) {
  Heap heap;
  heap.distances = random() % 2 == 0 ? Distances::coarse : Distances::fine;
  const int cells = 1 + static_cast<int>(random() % 7);
  heap.next.assign(static_cast<std::size_t>(kEnds + cells), -1);
  // A cell leads to an earlier one or to an end: no cycles.
  for (int cell = kEnds; cell < kEnds + cells; ++cell)
    heap.next[static_cast<std::size_t>(cell)] = static_cast<int>(random() % static_cast<std::uint64_t>(cell));
  for (int i = 0; i < pointers; ++i)
    heap.pointers.push_back(static_cast<int>(random() % static_cast<std::uint64_t>(kEnds + cells)));
  return heap;
}

void expect_contains(const Shape& abstract, const Heap& heap, bool is_exact) {
  const Slot slots = kEnds + static_cast<Slot>(heap.pointers.size());
  for (Slot x = 0; x < slots; ++x)
    for (Slot y = 0; y < slots; ++y) {
      const Relations real = heap.relation(heap.cell(x), heap.cell(y));
      EXPECT_TRUE(abstract.may(x, y, real)) << x << " " << describe(real) << " " << y;
      if (is_exact) {
        EXPECT_EQ(abstract.at(x, y), real);
      }
    }
}

TEST(Shape, RealHeapsAreConsistent) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    const Heap heap = random_heap(random, 6);
    Shape shape = heap.shape();
    ASSERT_TRUE(shape.close());
    expect_contains(shape, heap, true);
  }
}

TEST(Shape, ForgottenRelationsAreRestoredSoundly) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    const Heap heap = random_heap(random, 6);
    Shape shape = heap.shape();
    for (int forget = 0; forget < 6; ++forget) {
      const Slot x = kEnds + static_cast<Slot>(random() % 6);
      const Slot y = kEnds + static_cast<Slot>(random() % 6);
      if (x != y) shape.set(x, y, any_relation(heap.distances));
    }
    ASSERT_TRUE(shape.close());
    expect_contains(shape, heap, false);
  }
}

TEST(Shape, StoreNextIsExact) {
  std::mt19937_64 random(3);
  int cycles = 0;
  for (int i = 0; i < 5000; ++i) {
    Heap heap = random_heap(random, 5);
    const Slot x = kEnds;
    const Slot y = static_cast<Slot>(random() % (kEnds + 5));
    if (heap.cell(x) < kEnds) continue;
    Shape shape = heap.shape();
    const bool is_cycle = (heap.relation(heap.cell(y), heap.cell(x)) & kForward) != 0;
    ASSERT_EQ(shape.store_next(x, y) == Shape::Stored::cycle, is_cycle);
    cycles += is_cycle ? 1 : 0;
    if (is_cycle) continue;
    heap.next[static_cast<std::size_t>(heap.cell(x))] = heap.cell(y);
    expect_contains(shape, heap, true);
  }
  EXPECT_GT(cycles, 100);
}

TEST(Shape, ReleaseIsExact) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 5000; ++i) {
    Heap heap = random_heap(random, 5);
    const int gone = heap.cell(kEnds);
    if (gone < kEnds) continue;
    Shape shape = heap.shape();
    shape.release(kEnds);
    for (int& pointer : heap.pointers)
      if (pointer == gone) pointer = kFreedSlot;
    for (int& next : heap.next)
      if (next == gone) next = kFreedSlot;
    expect_contains(shape, heap, true);
  }
}

TEST(Shape, LoadNextContainsTheRealSuccessor) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 5000; ++i) {
    Heap heap = random_heap(random, 5);
    if (heap.cell(kEnds) < kEnds) continue;
    Shape shape = heap.shape();
    const Slot into = kEnds + 5;
    ASSERT_TRUE(shape.load_next(into, kEnds));
    heap.pointers.push_back(heap.next[static_cast<std::size_t>(heap.cell(kEnds))]);
    expect_contains(shape, heap, false);
  }
}

TEST(Shape, RestrictKeepsWhatIsReal) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 3000; ++i) {
    const Heap heap = random_heap(random, 6);
    Shape shape = heap.shape();
    for (Slot other = kEnds; other < kEnds + 6; ++other)
      if (other != kEnds + 1) shape.set(kEnds + 1, other, any_relation(heap.distances));
    ASSERT_TRUE(shape.close());
    const Slot other = kEnds + 2 + static_cast<Slot>(random() % 4);
    ASSERT_TRUE(shape.restrict(kEnds + 1, other, heap.relation(heap.cell(kEnds + 1), heap.cell(other))));
    expect_contains(shape, heap, false);
  }
}

// Two threads over one heap: each knows only its own pointers. Together they must allow what is real.
TEST(Interference, CombiningContainsTheRealHeap) {
  std::mt19937_64 random(7);
  Frame frame;
  frame.shared = 2;
  frame.tracked = 1;
  Function function;
  function.locals = {{"x", LocalKind::pointer}, {"y", LocalKind::pointer}};
  const Layout layout = {0, 1};
  for (int i = 0; i < 5000; ++i) {
    // Slots: two shared, one tracked cell, then two locals of each thread.
    const Heap heap = random_heap(random, 7);
    if (heap.cell(kEnds + 2) < kEnds && heap.cell(kEnds + 2) != kGarbageSlot) continue;
    const auto view_of = [&](int first) {
      Heap seen = heap;
      seen.pointers = {heap.pointers[0], heap.pointers[1], heap.pointers[2],
                       heap.pointers[static_cast<std::size_t>(first)],
                       heap.pointers[static_cast<std::size_t>(first) + 1]};
      View view;
      view.shape = seen.shape();
      view.parts[0].slot[0] = kEnds + 3;
      view.parts[0].slot[1] = kEnds + 4;
      return view;
    };
    View both;
    frame.distances = heap.distances;
    ASSERT_TRUE(combine(view_of(3), view_of(5), layout, function, frame, both));
    EXPECT_EQ(both.parts[1].slot[0], kEnds + 5);
    expect_contains(both.shape, heap, false);
  }
}

// Three threads over one heap, known as three pairs: the join is the real heap and nothing else. A pair that
// is not of that heap is of no use to it.
TEST(Interference, ThreePairsJoinToTheRealHeap) {
  std::mt19937_64 random(8);
  Frame frame;
  frame.shared = 2;
  frame.tracked = 1;
  frame.locks = 1;
  Function function;
  function.locals = {{"x", LocalKind::pointer}, {"y", LocalKind::pointer}};
  const Layout layout = {0, 1};
  const Kept kept{&layout, &function};
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    // Slots: two shared, one tracked cell, then two locals of each of three threads.
    const Heap heap = random_heap(random, 9);
    if (heap.cell(kEnds + 2) < kEnds && heap.cell(kEnds + 2) != kGarbageSlot) continue;
    const int holder = static_cast<int>(random() % 5) - 1;  // nobody, one of the three, or another thread
    const auto view_of = [&](const Heap& from, int first, int second) {
      Heap seen = from;
      seen.pointers = {from.pointers[0], from.pointers[1], from.pointers[2]};
      for (int thread : {first, second})
        for (int local : {0, 1})
          seen.pointers.push_back(from.pointers[static_cast<std::size_t>(3 + 2 * thread + local)]);
      View view;
      view.shape = seen.shape();
      for (int part : {0, 1})
        for (int local : {0, 1})
          view.parts[static_cast<std::size_t>(part)].slot[static_cast<std::size_t>(local)] =
              static_cast<std::int8_t>(kEnds + 3 + 2 * part + local);
      view.holder[0] = holder < 0         ? Holder::nobody
                       : holder == first  ? Holder::first
                       : holder == second ? Holder::second
                                          : Holder::another;
      return view;
    };
    frame.distances = heap.distances;
    View all;
    ASSERT_TRUE(
        join(view_of(heap, 0, 1), view_of(heap, 0, 2), view_of(heap, 1, 2), kept, kept, kept, frame, all));
    EXPECT_EQ(all.parts[2].slot[0], kEnds + 7);
    EXPECT_EQ(all.holder[0], holder < 0   ? Holder::nobody
                             : holder < 3 ? holder_of_part(holder)
                                          : Holder::another);
    expect_contains(all.shape, heap, true);
    Heap other = heap;  // where thread 2 has another pointer
    other.pointers[7] = other.pointers[7] == 0 ? kGarbageSlot : 0;
    refused +=
        join(view_of(heap, 0, 1), view_of(heap, 0, 2), view_of(other, 1, 2), kept, kept, kept, frame, all)
            ? 0
            : 1;
  }
  EXPECT_GT(refused, 3000);
}

// A tracked cell that a thread owns is hidden in the views of the others.
TEST(Interference, AnOwnedTrackedCellIsHiddenFromTheOtherTwo) {
  Frame frame;
  frame.shared = 1;
  frame.tracked = 1;
  Function function;
  function.locals = {{"x", LocalKind::pointer}};
  const Layout one = {0}, none;
  const Kept owner{&one, &function}, other{&none, &function};
  const Slot tracked = frame.slot_of_tracked(0);
  View hidden;
  hidden.shape.add_copy(kEnds, kNullSlot);
  hidden.shape.add_copy(tracked, kGarbageSlot);
  View seen = hidden;  // part 1 owns the cell
  seen.shape.add_fresh(tracked);
  seen.shape.add_copy(tracked + 1, tracked);
  seen.parts[1].slot[0] = static_cast<std::int8_t>(tracked + 1);
  seen.own = bit(tracked) | bit(tracked + 1);
  seen.owner[0] = 1;
  View all;
  ASSERT_TRUE(join(hidden, seen, seen, other, other, owner, frame, all));
  EXPECT_EQ(all.owner[0], 2);
  EXPECT_NE(all.own & bit(tracked), 0U);
  EXPECT_TRUE(all.shape.is(tracked, all.parts[2].slot[0], kEqual));
  EXPECT_FALSE(join(hidden, seen, hidden, other, other, owner, frame, all))
      << "one of the two does not see it";
}

TEST(Interference, DifferentSharedHeapsDoNotCombine) {
  Frame frame;
  frame.shared = 1;
  frame.tracked = 1;
  Function function;
  View empty;
  empty.shape.add_copy(kEnds, kNullSlot);
  empty.shape.add_copy(kEnds + 1, kGarbageSlot);
  View full = empty;
  full.shape.add_fresh(kEnds);
  View both;
  EXPECT_FALSE(combine(empty, full, {}, function, frame, both));
  EXPECT_TRUE(combine(full, full, {}, function, frame, both));
}

TEST(Interference, OnlyOneCallHasAnObservedInput) {
  Frame frame;
  frame.shared = 1;
  frame.tracked = 1;
  Function function;
  View one;
  one.shape.add_copy(kEnds, kNullSlot);
  one.shape.add_copy(kEnds + 1, kGarbageSlot);
  View both;
  EXPECT_TRUE(combine(one, one, {}, function, frame, both)) << "two calls with unobserved inputs meet";
  one.parts[0].input = Value::first;
  EXPECT_FALSE(combine(one, one, {}, function, frame, both));
}

}  // namespace
}  // namespace heddle::prove
