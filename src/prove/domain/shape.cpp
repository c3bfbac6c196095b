// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/shape.h"

#include "base/check.h"

namespace heddle::prove {

// Pairs whose relation has changed and whose consequences are still to be drawn.
struct Shape::Pairs {
  std::array<std::uint16_t, std::size_t{kMaxSlots} * kMaxSlots> items;
  std::array<bool, std::size_t{kMaxSlots} * kMaxSlots> queued{};
  std::size_t count = 0;
  void add(Slot x, Slot y) {
    const auto pair = static_cast<std::uint16_t>(x < y ? index(x, y) : index(y, x));
    if (queued[pair]) return;
    queued[pair] = true;
    items[count++] = pair;
  }
  bool take(Slot& x, Slot& y) {
    if (count == 0) return false;
    const std::uint16_t pair = items[--count];
    queued[pair] = false;
    x = pair / kMaxSlots, y = pair % kMaxSlots;
    return true;
  }
};

Shape::Shape(Distances distances) : distances_(distances) {
  for (Slot end = 0; end < kEnds; ++end) {
    used_ |= bit(end);
    for (Slot other = 0; other < kEnds; ++other)
      cells_[index(end, other)] = end == other ? kEqual : kUnrelated;
  }
}

Slot Shape::free_slot() const {
  const int slot = std::countr_one(used_);
  return slot < kMaxSlots ? slot : -1;
}

void Shape::add_fresh(Slot slot) {
  used_ |= bit(slot);
  for (Slot other : each(used_)) set(slot, other, kUnrelated);
  set(slot, slot, kEqual);
  for (Slot end : each(aliases(kGarbageSlot))) set(slot, end, kNext);
}

void Shape::add_copy(Slot slot, Slot of) {
  used_ |= bit(slot);
  for (Slot other : each(used_))
    if (other != slot) set(slot, other, at(of, other));
  set(slot, slot, kEqual);
  set(slot, of, kEqual);
}

void Shape::add_unknown(Slot slot) {
  used_ |= bit(slot);
  for (Slot other : each(used_)) set(slot, other, any_relation(distances_));
  for (Slot end = 0; end < kEnds; ++end) set(slot, end, kForward | kUnrelated);
  set(slot, slot, kEqual);
}

// A pointer gets to exactly one end. Triples exclude two; this excludes none.
bool Shape::ends_ok(Slot x, bool& changed, Slot& last) {
  int possible = 0;
  for (Slot end = 0; end < kEnds; ++end)
    if (may(x, end, kForward)) ++possible, last = end;
  if (possible == 0) return false;
  changed = possible == 1 && may(x, last, kUnrelated);
  if (changed) set(x, last, at(x, last) & kForward);
  return true;
}

bool Shape::propagate(Pairs& pairs) {
  const Composition& compose = Composition::table(distances_);
  Slot x = 0;
  Slot y = 0;
  while (pairs.take(x, y)) {
    if (x < kEnds && y >= kEnds) {
      bool changed = false;
      Slot end = 0;
      if (!ends_ok(y, changed, end)) return false;
      if (changed) pairs.add(end, y);
    }
    const Relations xy = at(x, y);
    const Relations yx = at(y, x);
    for (Slot z : each(used_)) {
      if (z != y && z != x) {
        const Relations xz = at(x, z) & compose(xy, at(y, z));
        if (xz != at(x, z)) {
          if (xz == 0) return false;
          set(x, z, xz), pairs.add(x, z);
        }
        const Relations yz = at(y, z) & compose(yx, at(x, z));
        if (yz != at(y, z)) {
          if (yz == 0) return false;
          set(y, z, yz), pairs.add(y, z);
        }
      }
    }
  }
  return true;
}

bool Shape::restrict(Slot x, Slot y, Relations allowed) {
  const Relations kept = at(x, y) & allowed;
  if (kept == at(x, y)) return true;
  if (kept == 0) return false;
  set(x, y, kept);
  Pairs pairs;
  pairs.add(x, y);
  return propagate(pairs);
}

bool Shape::close(Slots rows) {
  Pairs pairs;
  for (Slot x : each(rows & used_))
    for (Slot y : each(used_)) {
      if (x == y || ((rows & bit(y)) != 0 && y < x)) continue;
      if (at(x, y) == 0) return false;
      pairs.add(x, y);
    }
  return propagate(pairs);
}

bool Shape::close_between(Slots these, Slots those) {
  const Composition& compose = Composition::table(distances_);
  const Slots third = used_ & ~these & ~those;
  Pairs pairs;
  for (Slot x : each(these))
    for (Slot y : each(those)) {
      Relations xy = at(x, y);
      for (Slot z : each(third)) xy &= compose(at(x, z), at(z, y));
      if (xy == 0) return false;
      set(x, y, xy);
      pairs.add(x, y);
    }
  return propagate(pairs);
}

Slots Shape::all_single(Slot row) const {
  Slots open = 0;
  for (Slot other : each(used_))
    if (!is_single(at(row, other))) open |= bit(other);
  return open;
}

Slots Shape::aliases(Slot x) const {
  Slots found = 0;
  for (Slot other : each(used_))
    if (is(x, other, kEqual)) found |= bit(other);
  return found;
}

// Unlinking x from what follows it breaks every path through x, and no other: paths are unique.
Shape::Stored Shape::store_next(Slot x, Slot y) {
  Slots before = 0;
  Slots after = 0;
  Slots target = 0;
  for (Slot other : each(used_)) {
    if (may(other, x, kForward)) before |= bit(other);
    if (may(x, other, kAhead)) after |= bit(other);
    if (may(y, other, kForward)) target |= bit(other);
  }
  if ((before & target) != 0) return Stored::cycle;
  for (Slot a : each(before))
    for (Slot b : each(after)) set(a, b, kUnrelated);
  for (Slot a : each(before))
    for (Slot b : each(target))
      set(a, b, ahead(least_steps(at(a, x), distances_) + 1 + least_steps(at(y, b), distances_), distances_));
  return Stored::done;
}

void Shape::release(Slot x) {
  Slots before = 0;
  Slots after = 0;
  for (Slot other : each(used_)) {
    if (may(other, x, kForward)) before |= bit(other);
    if (may(x, other, kAhead)) after |= bit(other);
  }
  const Slots same = aliases(x);
  for (Slot a : each(before))
    for (Slot b : each(after)) set(a, b, kUnrelated);
  const Slots freed = aliases(kFreedSlot);
  for (Slot a : each(before & ~same))
    for (Slot end : each(freed)) set(a, end, at(a, x));
  for (Slot a : each(same)) add_copy(a, kFreedSlot);
}

bool Shape::load_next(Slot into, Slot from) {
  HEDDLE_CHECK(!has(into), "a successor is loaded into a new slot");
  add_unknown(into);
  const Composition& compose = Composition::table(distances_);
  for (Slot other : each(used_)) {
    if (other == into) continue;
    set(into, other, at(into, other) & compose(kNextOf, at(from, other)));
    if (at(into, other) == 0) return false;
  }
  Pairs pairs;
  for (Slot other : each(used_))
    if (other != into) pairs.add(into, other);
  return propagate(pairs);
}

}  // namespace heddle::prove
