// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/interference.h"

namespace heddle::prove {
namespace {

bool is_hidden(const View& view, Slot cell) { return view.shape.is(cell, kGarbageSlot, kEqual); }

// What can be said before their pointers are looked at: mostly it is that they have nothing in common.
bool can_meet(const View& victim, const View& interferer, const Frame& frame) {
  if (victim.observed != interferer.observed) return false;
  if (is_observed(victim.parts[0].input) && victim.parts[0].input == interferer.parts[0].input) return false;
  for (std::size_t lock = 0; lock < static_cast<std::size_t>(frame.locks); ++lock) {
    const Holder ours = victim.holder[lock];  // nobody, first (the thread itself) or another
    const Holder theirs = interferer.holder[lock];
    if ((ours == Holder::nobody) != (theirs == Holder::nobody)) return false;
    if (ours == Holder::first && theirs == Holder::first) return false;
  }
  // Tracked cells are visible to both, or owned by one and hidden from the other, or hidden from both.
  for (Slot cell : each(frame.tracked_slots())) {
    const bool hidden_here = is_hidden(victim, cell);
    const bool hidden_there = is_hidden(interferer, cell);
    if (((victim.own & bit(cell)) != 0) != (hidden_there && !hidden_here)) return false;
    if (((interferer.own & bit(cell)) != 0) != (hidden_here && !hidden_there)) return false;
  }
  return true;
}

// Cells that only one of the two can see, and the slots that the victim has for itself.
struct Sides {
  Slots foreign = 0;    // owned by the interferer
  Slots ours_only = 0;  // owned by the victim
  Slots victims = 0;
};

bool combine_tracked(const View& victim, const View& interferer, const Frame& frame, View& both,
                     Sides& sides) {
  for (Slot cell : each(frame.tracked_slots())) {
    const bool own_here = (victim.own & bit(cell)) != 0;
    const bool own_there = (interferer.own & bit(cell)) != 0;
    if (frame.reclaims)
      both.reclamation.set(cell, interferer.reclamation.facts[static_cast<std::size_t>(cell)]);
    if (own_there) {
      sides.foreign |= bit(cell), both.own |= bit(cell);
      both.owner[frame.tracked_index(cell)] = 1;
    }
    if (own_here) sides.ours_only |= bit(cell);
  }
  for (Slot slot : each(victim.shape.used()))
    if (slot >= frame.fixed()) sides.victims |= bit(slot);
  for (Slot cell : each(frame.tracked_slots())) {
    const bool theirs = (sides.foreign & bit(cell)) != 0;
    for (Slot other = 0; other < frame.fixed(); ++other) {
      if (other == cell) continue;
      const bool other_tracked = other >= kEnds + frame.shared;
      if (other_tracked && other > cell) continue;
      const bool other_theirs = (sides.foreign & bit(other)) != 0;
      const bool other_ours = (sides.ours_only & bit(other)) != 0;
      const bool ours = (sides.ours_only & bit(cell)) != 0;
      Relations common = 0;
      if ((theirs && other_ours) || (ours && other_theirs))
        common = kUnrelated;
      else if (theirs || other_theirs)
        common = interferer.shape.at(cell, other);
      else if (ours || other_ours)
        common = victim.shape.at(cell, other);
      else
        common = victim.shape.at(cell, other) & interferer.shape.at(cell, other);
      if (common == 0) return false;
      both.shape.set(cell, other, common);
    }
    if (theirs)  // what the interferer owns can lead to what the victim knows, not the other way round
      for (Slot slot : each(sides.victims))
        both.shape.set(cell, slot, (victim.own & bit(slot)) != 0 ? kUnrelated : kAhead | kUnrelated);
  }
  return true;
}

using Renamed = std::array<Slot, kMaxSlots>;

// The interferer's pointers get slots of their own, `theirs`; false: there is no room, which the caller has made sure of.
bool add_pointers(const View& victim, const View& interferer, const Layout& layout, const Function& function,
                  const Frame& frame, const Sides& sides, View& both, Renamed& renamed, Slots& theirs) {
  for (Slot slot = 0; slot < frame.fixed(); ++slot) renamed[static_cast<std::size_t>(slot)] = slot;
  std::array<Slot, kMaxSlots> old_slots{};
  int count = 0;
  for (int local : layout) {
    const auto index = static_cast<std::size_t>(local);
    if (function.locals[index].kind != LocalKind::pointer) continue;
    const Slot old_slot = interferer.parts[0].slot[index];
    const Slot slot = std::countr_one(both.shape.used() | theirs);
    if (slot >= kMaxSlots) return false;
    theirs |= bit(slot);
    renamed[static_cast<std::size_t>(old_slot)] = slot;
    old_slots[static_cast<std::size_t>(count++)] = old_slot;
    both.parts[1].slot[index] = static_cast<std::int8_t>(slot);
  }
  for (int i = 0; i < count; ++i) {
    const Slot old_slot = old_slots[static_cast<std::size_t>(i)];
    const Slot slot = renamed[static_cast<std::size_t>(old_slot)];
    both.shape.add_unknown(slot);
    both.own &= ~bit(slot);
    const bool owned = (interferer.own & bit(old_slot)) != 0;
    const std::uint8_t right = interferer.right[static_cast<std::size_t>(old_slot)];
    if (owned) both.own |= bit(slot);
    if (frame.addresses) {  // without the guards: those of the interferer are not the victim's
      both.reclamation.facts[static_cast<std::size_t>(slot)] =
          interferer.reclamation.facts[static_cast<std::size_t>(old_slot)];
      const std::int8_t stale = interferer.reclamation.stale_next[static_cast<std::size_t>(old_slot)];
      if (stale >= 0)
        both.reclamation.stale_next[static_cast<std::size_t>(slot)] =
            static_cast<std::int8_t>(renamed[static_cast<std::size_t>(stale)]);
    }
    both.right[static_cast<std::size_t>(slot)] = right;
    for (Slot other = 0; other < frame.fixed(); ++other) {
      if ((sides.ours_only & bit(other)) != 0)  // hidden from the interferer
        both.shape.set(slot, other, owned ? kUnrelated : kUnrelated | kBehind);
      else
        both.shape.set(slot, other, interferer.shape.at(old_slot, other));
    }
    for (int j = 0; j < i; ++j) {
      const Slot other = old_slots[static_cast<std::size_t>(j)];
      both.shape.set(slot, renamed[static_cast<std::size_t>(other)], interferer.shape.at(old_slot, other));
    }
    for (Slot other : each(sides.victims)) {
      Relations possible = any_relation(frame.distances);
      if (owned) possible &= kUnrelated | kAhead;  // the victim cannot get there
      if ((victim.own & bit(other)) != 0) possible &= kUnrelated | kBehind;
      if ((right & victim.right[static_cast<std::size_t>(other)]) != 0)
        possible &= static_cast<Relations>(~kEqual);
      both.shape.set(slot, other, possible);
    }
    for (auto& row : both.ages) row[1][static_cast<std::size_t>(slot)] = kAnyAge;
  }
  return true;
}

// And what it remembers of ages, rows.
bool add_ages(const View& interferer, const Layout& layout, const Function& function, const Renamed& renamed,
              View& both) {
  for (int local : layout) {
    const auto index = static_cast<std::size_t>(local);
    if (function.locals[index].kind != LocalKind::age) continue;
    const int row = std::countr_one(both.ages_used);
    if (row >= kMaxAges) return false;
    both.ages_used = static_cast<std::uint16_t>(both.ages_used | 1U << row);
    const auto& from = interferer.ages[static_cast<std::size_t>(interferer.parts[0].slot[index])];
    auto& into = both.ages[static_cast<std::size_t>(row)];
    for (auto& locations : into) locations.fill(kAnyAge);
    for (Slot old_slot : each(interferer.shape.used()))
      for (std::size_t next = 0; next < 2; ++next)
        into[next][static_cast<std::size_t>(renamed[static_cast<std::size_t>(old_slot)])] =
            from[next][static_cast<std::size_t>(old_slot)];
    both.parts[1].slot[index] = static_cast<std::int8_t>(row);
  }
  return true;
}

}  // namespace

bool combine(const View& victim, const View& interferer, const Layout& layout, const Function& function,
             const Frame& frame, View& both) {
  if (!can_meet(victim, interferer, frame)) return false;
  both = victim;
  for (std::size_t lock = 0; lock < static_cast<std::size_t>(frame.locks); ++lock)
    if (interferer.holder[lock] == Holder::first) both.holder[lock] = Holder::second;

  // Shared variables first: the commonest disagreement.
  for (Slot x = kEnds; x < kEnds + frame.shared; ++x)
    for (Slot y = 0; y < x; ++y) {
      const Relations common = victim.shape.at(x, y) & interferer.shape.at(x, y);
      if (common == 0) return false;
      both.shape.set(x, y, common);
    }

  Sides sides;
  if (!combine_tracked(victim, interferer, frame, both, sides)) return false;
  both.parts[1] = interferer.parts[0];
  Renamed renamed{};
  Slots theirs = 0;
  if (!add_pointers(victim, interferer, layout, function, frame, sides, both, renamed, theirs)) return false;
  if (!add_ages(interferer, layout, function, renamed, both)) return false;

  // All that is new is how what only one of the two has stands to what only the other has.
  return both.shape.close_between(theirs | sides.foreign, sides.victims | sides.ours_only);
}

}  // namespace heddle::prove
