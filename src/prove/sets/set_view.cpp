// SPDX-License-Identifier: Apache-2.0
#include "prove/sets/set_view.h"

#include "base/check.h"

namespace heddle::prove::sets {
namespace {

bool may_be_end(const SetView& view, Slot slot) {
  for (Slot end = 0; end < kEnds; ++end)
    if (view.shape.may(slot, end, kEqual)) return true;
  return false;
}

template <class Set>
bool keep(Set& set, unsigned allowed, bool& changed) {
  const auto left = static_cast<Set>(set & allowed);
  changed |= left != set;
  set = left;
  return left != 0;
}

// The keys of x and y, if x's is less.
bool keep_less(Places& x, Places& y, bool& changed) {
  if (((x | y) & kUnwritten) != 0 || (x == kAnyKey && y == kAnyKey)) return true;
  return keep(x, narrowed(x, y, kLess), changed) && keep(y, narrowed(y, x, kGreater), changed);
}

// What is known of each cell by itself.
bool refine_cell(SetView& view, Slot x, const SetFrame& frame, bool& changed) {
  Places& key = view.key[at(x)];
  const bool is_owned = (view.own() & bit(x)) != 0;
  const Slot member = frame.member();
  if (!is_owned && !keep(key, kAnyKey, changed)) return false;
  if (!is_owned && frame.has_marks && !keep(view.mark[at(x)], kNotMarked | kMarked, changed)) return false;
  for (SetPart& part : view.parts) {
    Places& to_argument = part.to_argument[at(x)];
    if (part.argument == 0 || key == kUnwritten) continue;
    if (!is_owned && !keep(to_argument, kAnyKey, changed)) return false;
    if (((key | to_argument) & kUnwritten) != 0) continue;
    if (!keep(key, through(key, to_argument, part.argument), changed) ||
        !keep(to_argument, back_through(key, to_argument, part.argument), changed))
      return false;
  }
  if (frame.ends_with_greatest && !is_owned) {
    if (view.shape.is(x, kNullSlot, kNext) && !keep(key, kGreatest, changed)) return false;
    if ((key & kGreatest) == 0 && !view.shape.restrict(x, kNullSlot, static_cast<Relations>(~kNext)))
      return false;
  }
  if (x == member) return keep(key, kEqualKey, changed);
  if (is_reached(view, x, frame) && !view.shape.may(x, member, kEqual) &&
      !keep(key, static_cast<Places>(~kEqualKey), changed))
    return false;
  if (frame.unmarked_is_reachable && !is_owned && view.mark[at(x)] == kNotMarked)
    if (!view.shape.restrict(kEnds, x, kForward)) return false;
  return true;
}

bool refine_pair(SetView& view, Slot x, Slot y, bool& changed) {
  const Relations relation = view.shape.at(x, y);
  if (relation == kEqual) {
    const auto both = [&](auto& set) {
      const auto common = set[at(x)] & set[at(y)];
      return keep(set[at(x)], common, changed) && keep(set[at(y)], common, changed);
    };
    if (!both(view.key) || !both(view.mark)) return false;
    for (SetPart& part : view.parts) {
      if (!both(part.to_argument)) return false;
      for (Slots* set : {&part.own, &part.locked, &part.right}) {
        if ((*set & (bit(x) | bit(y))) == 0) continue;
        const Slots all = *set | bit(x) | bit(y);
        changed |= all != *set;
        *set = all;
      }
    }
    return (view.parts[0].locked & view.parts[1].locked & bit(x)) == 0;
  }
  if ((relation & ~kAhead) == 0 || (relation & ~kBehind) == 0) {
    const Slot first = (relation & ~kAhead) == 0 ? x : y;
    const Slot second = first == x ? y : x;
    if (!keep_less(view.key[at(first)], view.key[at(second)], changed)) return false;
    for (SetPart& part : view.parts)
      if (part.argument != 0 &&
          !keep_less(part.to_argument[at(first)], part.to_argument[at(second)], changed))
        return false;
    return true;
  }
  int ways = kLess | kSame | kGreater;
  const auto narrow = [&](Places a, Places b) {
    if (((a | b) & kUnwritten) == 0) ways &= orders(a, b);
  };
  narrow(view.key[at(x)], view.key[at(y)]);
  for (const SetPart& part : view.parts) narrow(part.to_argument[at(x)], part.to_argument[at(y)]);
  if ((view.mark[at(x)] & view.mark[at(y)]) == 0) ways &= ~kSame;
  Relations allowed = kUnrelated;
  if ((ways & kSame) != 0) allowed |= kEqual;
  if ((ways & kLess) != 0) allowed |= kAhead;
  if ((ways & kGreater) != 0) allowed |= kBehind;
  // The order says nothing where a key is not written yet.
  if (((view.key[at(x)] | view.key[at(y)]) & kUnwritten) != 0) allowed |= kAhead | kBehind;
  if ((relation & ~allowed) == 0) return true;
  changed = true;
  return view.shape.restrict(x, y, allowed);
}

}  // namespace

SetPart::SetPart() {
  to_argument.fill(kAnyKey | kUnwritten);
  slot.fill(-1);
  flag.fill(0);
}
SetView::SetView() {
  key.fill(kAnyKey | kUnwritten);
  mark.fill(kNotMarked | kMarked | kMarkUnwritten);
}

bool is_cell(const SetView& view, Slot slot) { return slot >= kEnds && !may_be_end(view, slot); }

bool may_be_reached(const SetView& view, Slot slot, const SetFrame& frame) {
  for (Slot shared : each(frame.shared_slots()))
    if (view.shape.may(shared, slot, kForward)) return true;
  return false;
}

bool is_reached(const SetView& view, Slot slot, const SetFrame& frame) {
  for (Slot shared : each(frame.shared_slots()))
    if ((view.shape.at(shared, slot) & ~kForward) == 0) return true;
  return false;
}

bool is_in(const SetView& view, const SetFrame& frame) {
  if (!is_cell(view, frame.member())) return false;
  return !frame.member_is_unmarked || view.mark[at(frame.member())] == kNotMarked;
}

bool refine(SetView& view, const SetFrame& frame) {
  Slots cells = 0;
  for (bool changed = true; changed;) {
    changed = false;
    cells = 0;
    for (Slot slot : each(view.shape.used()))
      if (is_cell(view, slot)) cells |= bit(slot);
    for (Slot x : each(cells))
      if (!refine_cell(view, x, frame, changed)) return false;
    for (Slot x : each(cells))
      for (Slot y : each(cells))
        if (x < y && !refine_pair(view, x, y, changed)) return false;
  }
  // What is no cell has nothing of a cell, so that equal views look equal.
  for (Slot slot : each(view.shape.used() & ~cells))
    for (Slot end = 0; end < kEnds; ++end)
      if (view.shape.is(slot, end, kEqual) && slot >= kEnds) forget(view, slot);
  return true;
}

void forget(SetView& view, Slot slot) {
  view.key[at(slot)] = kAnyKey | kUnwritten;
  view.mark[at(slot)] = kNotMarked | kMarked | kMarkUnwritten;
  view.made &= ~bit(slot);
  for (SetPart& part : view.parts) {
    part.to_argument[at(slot)] = kAnyKey | kUnwritten;
    part.own &= ~bit(slot), part.locked &= ~bit(slot), part.right &= ~bit(slot);
  }
}

void copy_facts(SetView& view, Slot into, Slot from) {
  if (into == from) return;
  view.key[at(into)] = view.key[at(from)];
  view.mark[at(into)] = view.mark[at(from)];
  const auto copy = [&](Slots& set) {
    set &= ~bit(into);
    if ((set & bit(from)) != 0) set |= bit(into);
  };
  copy(view.made);
  for (SetPart& part : view.parts) {
    part.to_argument[at(into)] = part.to_argument[at(from)];
    copy(part.own), copy(part.locked), copy(part.right);
  }
}

void remove_slot(SetView& view, Slot slot) {
  Slot other = -1;
  for (Slot alias : each(view.shape.aliases(slot)))
    if (alias != slot && alias >= kEnds) other = alias;
  for (SetPart& part : view.parts)
    for (std::uint64_t left = part.from_cells; left != 0; left &= left - 1)
      if (KeyValue& value = part.keys[at(std::countr_zero(left))]; value.slot == slot)
        value.slot = static_cast<std::int8_t>(other);
  forget(view, slot);
  view.shape.remove(slot);
}

NodeId packed_node(const std::string& bytes) {
  return static_cast<std::uint8_t>(bytes[0]) | static_cast<std::uint8_t>(bytes[1]) << 8;
}

std::string pack(const SetView& view, const Layout& layout, const Function* function, const SetFrame& frame,
                 Packed what) {
  const SetPart& part = view.parts[0];
  const bool is_view = what == Packed::view;
  std::string bytes;
  bytes.reserve(160);
  const auto put = [&](auto number) { bytes.push_back(static_cast<char>(number)); };
  put(part.node), put(part.node >> 8);
  put(part.argument);
  put(is_view ? (part.has_changed ? 4 : 0) | part.seen : 0);
  put(part.locks), put(part.locks >> 8), put(part.locks >> 16), put(part.locks >> 24);
  std::array<Slot, kMaxSlots> order{};
  std::array<int, kMaxSlots> place{};
  place.fill(-1);
  int count = 0;
  const auto add = [&](Slot slot) { place[at(slot)] = count, order[at(count++)] = slot; };
  for (Slot slot = kEnds; slot < frame.fixed(); ++slot) add(slot);
  const auto kind = [&](int local) { return function->locals[at(local)].kind; };
  for (int local : layout)
    if (kind(local) == LocalKind::pointer) {
      HEDDLE_CHECK(part.slot[at(local)] >= 0, "a live pointer has a slot");
      add(part.slot[at(local)]);
    }
  for (int i = 0; i < count; ++i) {
    const Slot x = order[at(i)];
    put(view.key[at(x)]), put(view.mark[at(x)]);
    put(part.to_argument[at(x)]);
    const auto has = [&](Slots set) { return (set & bit(x)) != 0 ? 1 : 0; };
    put(has(part.own) | has(part.locked) << 1 | has(part.right) << 2 | has(view.made) << 3);
    for (Slot end = 0; end < kEnds; ++end) put(view.shape.at(x, end));
    for (int j = 0; j < i; ++j) put(view.shape.at(x, order[at(j)]));
  }
  for (int local : layout) {
    if (kind(local) == LocalKind::flag) put(part.flag[at(local)]);
    if (kind(local) != LocalKind::data) continue;
    const KeyValue& value = part.keys[at(local)];
    put(value.slot >= 0 ? place[at(value.slot)] : -1), put(value.key), put(value.to_argument);
  }
  return bytes;
}

SetView unpack(const std::string& bytes, const Layout& layout, const Function* function,
               const SetFrame& frame) {
  SetView view;
  std::size_t next = 2;
  const auto take = [&] { return static_cast<std::uint8_t>(bytes[next++]); };
  SetPart& part = view.parts[0];
  part.node = packed_node(bytes);
  part.argument = take();
  const auto flags = take();
  part.seen = flags & 3, part.has_changed = (flags & 4) != 0;
  for (int i = 0; i < 4; ++i) part.locks |= static_cast<std::uint32_t>(take()) << 8 * i;
  const auto kind = [&](int local) { return function->locals[at(local)].kind; };
  Slot slots = frame.fixed();
  for (int local : layout)
    if (kind(local) == LocalKind::pointer) part.slot[at(local)] = static_cast<std::int8_t>(slots++);
  for (Slot x = kEnds; x < slots; ++x) {
    view.shape.add_unknown(x);
    view.key[at(x)] = take(), view.mark[at(x)] = take(), part.to_argument[at(x)] = take();
    const auto sets = take();
    if ((sets & 1) != 0) part.own |= bit(x);
    if ((sets & 2) != 0) part.locked |= bit(x);
    if ((sets & 4) != 0) part.right |= bit(x);
    if ((sets & 8) != 0) view.made |= bit(x);
    for (Slot end = 0; end < kEnds; ++end) view.shape.set(x, end, take());
    for (Slot y = kEnds; y < x; ++y) view.shape.set(x, y, take());
  }
  for (int local : layout) {
    if (kind(local) == LocalKind::flag) part.flag[at(local)] = take();
    if (kind(local) != LocalKind::data) continue;
    const int place = static_cast<std::int8_t>(take());
    KeyValue value;
    value.slot = static_cast<std::int8_t>(place >= 0 ? kEnds + place : -1);
    value.key = take(), value.to_argument = take();
    part.set_key(local, value);
  }
  return view;
}

std::string shared_key(const SetView& view, const SetFrame& frame) {
  std::string bytes;
  for (Slot x = kEnds; x < frame.fixed(); ++x)
    for (Slot y = 0; y < x; ++y) bytes.push_back(static_cast<char>(view.shape.at(x, y)));
  bytes.push_back(static_cast<char>(view.mark[at(frame.member())]));
  return bytes;
}

bool combine(const SetView& victim, const SetView& other, const Layout& layout, const Function& function,
             const SetFrame& frame, SetView& both) {
  if ((victim.parts[0].locks & other.parts[0].locks) != 0) return false;
  both = victim;
  both.has_two = true;
  both.parts[1] = SetPart();
  SetPart& part = both.parts[1];
  const SetPart& from = other.parts[0];
  part.node = from.node, part.locks = from.locks, part.argument = from.argument;
  part.flag = from.flag, part.keys = from.keys, part.from_cells = from.from_cells;
  const Slots victims = victim.shape.used() & ~(bit(frame.fixed()) - 1);
  std::array<Slot, kMaxSlots> renamed{};
  const auto facts = [&](Slot slot, Slot old_slot) {
    part.to_argument[at(slot)] = from.to_argument[at(old_slot)];
    if ((from.own & bit(old_slot)) != 0) part.own |= bit(slot);
    if ((from.locked & bit(old_slot)) != 0) part.locked |= bit(slot);
    if ((from.right & bit(old_slot)) != 0) part.right |= bit(slot);
  };
  for (Slot slot = 0; slot < frame.fixed(); ++slot) {
    renamed[at(slot)] = slot;
    if (slot < kEnds) continue;
    facts(slot, slot);
    both.key[at(slot)] &= other.key[at(slot)];
    both.mark[at(slot)] &= other.mark[at(slot)];
    if (both.key[at(slot)] == 0 || both.mark[at(slot)] == 0) return false;
  }
  std::vector<Slot> old_slots;
  Slots theirs = 0;
  for (int local : layout) {
    if (function.locals[at(local)].kind != LocalKind::pointer) continue;
    const Slot old_slot = from.slot[at(local)];
    const Slot slot = both.shape.free_slot();
    if (slot < 0) return false;  // the caller has made sure that there is room
    both.shape.add_unknown(slot);
    theirs |= bit(slot);
    renamed[at(old_slot)] = slot;
    part.slot[at(local)] = static_cast<std::int8_t>(slot);
    forget(both, slot);
    facts(slot, old_slot);
    both.key[at(slot)] = other.key[at(old_slot)];
    both.mark[at(slot)] = other.mark[at(old_slot)];
    if ((other.made & bit(old_slot)) != 0) both.made |= bit(slot);
    for (Slot fixed = 0; fixed < frame.fixed(); ++fixed)
      both.shape.set(slot, fixed, other.shape.at(old_slot, fixed));
    for (Slot before : old_slots) both.shape.set(slot, renamed[at(before)], other.shape.at(old_slot, before));
    old_slots.push_back(old_slot);
    for (Slot mine : each(victims)) {
      Relations possible = any_relation(Distances::coarse);
      if ((from.own & bit(old_slot)) != 0) possible &= kUnrelated | kAhead;
      if ((victim.parts[0].own & bit(mine)) != 0) possible &= kUnrelated | kBehind;
      const bool is_apart =
          ((from.locked & bit(old_slot)) != 0 && (victim.parts[0].locked & bit(mine)) != 0) ||
          ((from.right & bit(old_slot)) != 0 && (victim.parts[0].right & bit(mine)) != 0);
      if (is_apart) possible &= static_cast<Relations>(~kEqual);
      both.shape.set(slot, mine, possible);
    }
  }
  for (std::uint64_t left = part.from_cells; left != 0; left &= left - 1)
    if (KeyValue& value = part.keys[at(std::countr_zero(left))]; value.slot >= 0)
      value.slot = static_cast<std::int8_t>(renamed[at(value.slot)]);
  return both.shape.close(theirs | frame.shared_slots() | bit(frame.member())) && refine(both, frame);
}

}  // namespace heddle::prove::sets
