// SPDX-License-Identifier: Apache-2.0
// Shapes: a heap as the relations between the pointers that matter, in a symmetric matrix of relation sets.
//
// A slot stands for one pointer. Three slots are always there, the ends of lists: null, garbage (never
// initialised, or read from freed memory) and freed (the target is no longer allocated). Every other pointer
// gets to exactly one of them. Cells that no slot points to are not represented, except as distance.
//
// A cell's set is a disjunction. propagate() removes what no consistent triple supports (path consistency);
// for up to four pointers that loses nothing, for more it is a sound approximation. The operations that
// change the heap need the rows involved to be single relations: callers split first.
//
// Cost: propagate is O(changes · slots); everything else O(slots²). No allocation.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "prove/domain/relation.h"

namespace heddle::prove {

using Slot = int;
constexpr auto at(Slot slot) { return static_cast<std::size_t>(slot); }  // in an array of slots
using Slots = std::uint32_t;                                             // a set of slots
inline constexpr Slot kMaxSlots = 24;
inline constexpr Slot kNullSlot = 0;
inline constexpr Slot kGarbageSlot = 1;
inline constexpr Slot kFreedSlot = 2;
inline constexpr Slot kEnds = 3;

// for (Slot slot : each(set))
class each {  // NOLINT(readability-identifier-naming): it is a word of the loop
 public:
  explicit each(Slots set) : set_(set) {}
  each begin() const { return *this; }
  static each end() { return each(0); }
  Slot operator*() const { return std::countr_zero(set_); }
  each& operator++() { return set_ &= set_ - 1, *this; }
  bool operator!=(const each& other) const { return set_ != other.set_; }

 private:
  Slots set_;
};
constexpr Slots bit(Slot slot) { return Slots{1} << slot; }

class Shape {
 public:
  explicit Shape(Distances distances = Distances::coarse);  // only the three ends

  Slots used() const { return used_; }
  bool has(Slot slot) const { return (used_ >> slot & 1) != 0; }
  Relations at(Slot x, Slot y) const { return cells_[index(x, y)]; }
  bool is(Slot x, Slot y, Relations relation) const { return at(x, y) == relation; }
  bool may(Slot x, Slot y, Relations set) const { return (at(x, y) & set) != 0; }

  // A slot not in use; -1 if there is none. Relations to it are unset until one of the next three.
  Slot free_slot() const;
  void add_fresh(Slot slot);          // a new cell, whose next is garbage
  void add_copy(Slot slot, Slot of);  // an alias; slot may be in use
  void add_unknown(Slot slot);        // no knowledge
  void use(Slots slots) {             // all relations but those of the ends are still to be set
    for (Slot slot : each(slots & ~used_)) cells_[index(slot, slot)] = kEqual;
    used_ |= slots;
  }
  void remove(Slot slot) { used_ &= ~bit(slot); }

  // Raw write of both mirrored cells; the caller restores consistency.
  void set(Slot x, Slot y, Relations set) {
    set &= any_relation(distances_);
    cells_[index(x, y)] = set;
    cells_[index(y, x)] = mirror(set);
  }
  // Keeps only `allowed` between x and y, and what follows. False: nothing is left.
  [[nodiscard]] bool restrict(Slot x, Slot y, Relations allowed);
  // Makes everything consistent. False: nothing is left.
  [[nodiscard]] bool close() { return close(used_); }
  // The same where only these rows may have consequences still to be drawn.
  [[nodiscard]] bool close(Slots rows);

  // The same if only what relates one of `these` to one of `those` is not known yet, or not known well, and what
  // relates the others to each other is consistent.
  [[nodiscard]] bool close_between(Slots these, Slots those);

  Slots all_single(Slot row) const;  // the slots whose relation to row is not a single one
  Slots aliases(Slot x) const;       // slots certainly equal to x, x included

  // Heap changes; rows x (and y) must be single.
  enum class Stored : std::uint8_t { done, cycle };
  Stored store_next(Slot x, Slot y);
  void release(Slot x);                                // the cell goes; pointers to it become freed
  [[nodiscard]] bool load_next(Slot into, Slot from);  // into must not be in use; only row from

 private:
  static std::size_t index(Slot x, Slot y) {
    return static_cast<std::size_t>(x) * kMaxSlots + static_cast<std::size_t>(y);
  }
  bool ends_ok(Slot x, bool& changed, Slot& last);
  struct Pairs;
  bool propagate(Pairs& pairs);

  Distances distances_ = Distances::coarse;
  Slots used_ = 0;
  std::array<Relations, std::size_t{kMaxSlots} * kMaxSlots> cells_{};
};

}  // namespace heddle::prove
