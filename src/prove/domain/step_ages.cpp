// SPDX-License-Identifier: Apache-2.0
// Version counters. A view knows of each age that a local holds whether it is less than, equal to or greater
// than the one now at each place: raising the place's makes the local's younger for good.
#include <bit>

#include <fmt/format.h>

#include "prove/domain/step_split.h"

namespace heddle::prove {

void Stepper::age_op(View& view, const Op& op, std::size_t index) {
  const auto row_of = [&](View& v, int local) -> int {
    std::int8_t& row = actor(v).slot[static_cast<std::size_t>(local)];
    if (row < 0) {
      const int free = std::countr_one(v.ages_used);
      if (free >= kMaxAges) {
        raise(FindingKind::linearizability,
              fmt::format("more than {} version counters matter at once", kMaxAges), op.line, true);
        return 0;
      }
      v.ages_used = static_cast<std::uint16_t>(v.ages_used | 1U << free);
      row = static_cast<std::int8_t>(free);
      for (auto& locations : v.ages[static_cast<std::size_t>(free)]) locations.fill(kAnyAge);
    }
    return row;
  };
  const auto cell = [](View& v, int row, bool next, Slot slot) -> Ages& {
    return v.ages[static_cast<std::size_t>(row)][next ? 1 : 0][static_cast<std::size_t>(slot)];
  };
  if (op.action == Action::copy_age) {
    const int from = row_of(view, op.b);
    const int into = row_of(view, op.a);
    view.ages[static_cast<std::size_t>(into)] = view.ages[static_cast<std::size_t>(from)];
    return go(view, index + 1);
  }
  const bool is_write = op.action == Action::raise_age || op.action == Action::forget_age;
  const Slot x = slot_of(view, is_write ? op.a : op.b);
  // Slots whose location certainly, and those whose location possibly is the one meant.
  const auto act = [&](View& v) {
    Slots sure = bit(x);
    Slots maybe = 0;
    if (op.next)
      for (Slot other : each(v.shape.used())) {
        if (other < kEnds || other == x) continue;
        const bool is_lost = v.shape.may(x, kFreedSlot, kEqual) || v.shape.may(other, kFreedSlot, kEqual) ||
                             v.shape.may(x, kGarbageSlot, kEqual) || v.shape.may(other, kGarbageSlot, kEqual);
        if (!is_lost && v.shape.is(x, other, kEqual))
          sure |= bit(other);
        else if (is_lost || v.shape.may(x, other, kEqual))
          maybe |= bit(other);
      }
    switch (op.action) {
      case Action::load_age: {
        const int row = row_of(v, op.a);
        for (auto& locations : v.ages[static_cast<std::size_t>(row)]) locations.fill(kAnyAge);
        for (Slot slot : each(sure)) cell(v, row, op.next, slot) = kSameAge;
        return go(v, index + 1);
      }
      case Action::assume_same_age:
      case Action::assume_other_age: {
        const int row = row_of(v, op.a);
        const bool want_same = op.action == Action::assume_same_age;
        Ages known = cell(v, row, op.next, x);
        for (Slot slot : each(sure)) known &= cell(v, row, op.next, slot);
        known &= want_same ? kSameAge : static_cast<Ages>(~kSameAge);
        if (known == 0) return;
        for (Slot slot : each(sure)) cell(v, row, op.next, slot) = known;
        return go(v, index + 1);
      }
      case Action::raise_age:
      case Action::forget_age: {
        if (op.next || !program_.is_local(op.a)) v.is_felt = true;
        for (int row = 0; row < kMaxAges; ++row) {
          if ((v.ages_used >> row & 1) == 0) continue;
          for (Slot slot : each(sure | maybe)) {
            Ages& known = cell(v, row, op.next, slot);
            Ages raised = (known & (kYounger | kSameAge)) != 0 ? kYounger : Ages{0};
            if ((known & kOlder) != 0) raised |= kSameAge | kOlder;
            if (op.action == Action::forget_age) raised = kAnyAge;
            known = (sure & bit(slot)) != 0 ? raised : known | raised;
          }
        }
        return go(v, index + 1);
      }
      default:
        return;
    }
  };
  if (!op.next) return act(view);
  by_target(view, x, act, [&](View& v, Slot end) {
    if (end == kNullSlot) return raise(FindingKind::null_dereference, "follows a null pointer", op.line);
    if (is_write)
      return raise(end == kFreedSlot ? FindingKind::use_after_free : FindingKind::strong_pointer_race,
                   "may write to freed memory", op.line);
    if (end == kGarbageSlot && memory_ != Memory::mm)
      return raise(FindingKind::strong_pointer_race, "follows an undefined pointer", op.line);
    if (end == kFreedSlot && program_.frees_for_good)
      return raise(FindingKind::use_after_free, "may read freed memory", op.line);
    if (end == kGarbageSlot) {  // any age at all
      if (op.action == Action::load_age)
        for (auto& locations : v.ages[static_cast<std::size_t>(row_of(v, op.a))]) locations.fill(kAnyAge);
      return go(v, index + 1);
    }
    act(v);
  });
}

}  // namespace heddle::prove
