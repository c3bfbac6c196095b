// SPDX-License-Identifier: Apache-2.0
// Abstract heap operations against concrete ones on random heaps: what the concrete operation yields must be
// among what the abstract one allows; for writes and frees it must be exactly that.
#include "prove/shape.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "prove/interference.h"
#include "prove/step.h"

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
