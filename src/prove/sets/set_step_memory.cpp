// SPDX-License-Identifier: Apache-2.0
// Pointers and cells: what a write to the list means for the watched key, and for what is true of every state.
#include <utility>

#include <fmt/format.h>

#include "prove/sets/set_step.h"

namespace heddle::prove::sets {
namespace {

using finding::Kind;

// The slot of the cell, or end, that x's next field leads to; -1 if no slot is.
Slot successor(const SetView& view, Slot x) {
  for (Slot other : each(view.shape.used()))
    if (view.shape.is(x, other, kNext)) return other;
  return -1;
}

}  // namespace

void SetStepper::split_row(SetView& view, Slot row, const Then& then) {
  const Slots open = view.shape.all_single(row);
  if (open == 0) return then(view);
  const Slot other = *each(open);
  const Relations set = view.shape.at(row, other);
  for (unsigned left = set; left != 0; left &= left - 1) {
    SetView choice = view;
    if (choice.shape.restrict(row, other, static_cast<Relations>(left & (~left + 1))) &&
        refine(choice, frame_))
      split_row(choice, row, then);
  }
}

void SetStepper::split_all(SetView& view, const Then& then) {
  for (Slot x : each(view.shape.used())) {
    if (view.shape.all_single(x) == 0) continue;
    return split_row(view, x, [&](SetView& choice) { split_all(choice, then); });
  }
  then(view);
}

// Where x points to a cell; other targets are alarms.
void SetStepper::on_cell(SetView& view, Slot x, int line, const char* what, const Then& then) {
  if (alarm_) return;
  for (Slot end = 0; end < kEnds; ++end) {
    if (!view.shape.may(x, end, kEqual)) continue;
    raise(end == kNullSlot    ? Kind::null_dereference
          : end == kFreedSlot ? Kind::use_after_free
                              : Kind::strong_pointer_race,
          fmt::format("{} through {}", what,
                      end == kNullSlot    ? "a pointer that may be null"
                      : end == kFreedSlot ? "a pointer that may be to freed memory"
                                          : "a pointer that may be undefined"),
          line);
    if (alarm_ || !view.shape.restrict(x, end, static_cast<Relations>(~kEqual))) return;
  }
  then(view);
}

Slot SetStepper::slot_of(SetView& view, Variable variable) {
  if (variable == kNull) return kNullSlot;
  if (!program_.is_local(variable)) return SetFrame::slot_of_shared(variable);
  auto& slot = actor(view).slot[at(program_.local_of(variable))];
  if (slot < 0) {
    const Slot fresh = view.shape.free_slot();
    if (fresh < 0) {
      raise(Kind::linearizability, "too many pointers matter at once", edge_->line, true);
      return kGarbageSlot;
    }
    view.shape.add_copy(fresh, kGarbageSlot);
    forget(view, fresh);
    slot = static_cast<std::int8_t>(fresh);
  }
  return slot;
}

// Makes a local point where `target` points. False: out of slots.
bool SetStepper::point(SetView& view, Variable variable, Slot target) {
  const Slot slot = slot_of(view, variable);
  if (alarm_) return false;
  if (slot == target) return true;
  for (SetPart& part : view.parts)  // keys that came from the cell it pointed to
    for (std::uint64_t left = part.from_cells; left != 0; left &= left - 1)
      if (KeyValue& value = part.keys[at(std::countr_zero(left))]; value.slot == slot) {
        value.slot = -1;
        for (Slot alias : each(view.shape.aliases(slot)))
          if (alias != slot && alias >= kEnds) value.slot = static_cast<std::int8_t>(alias);
      }
  view.shape.add_copy(slot, target);
  if (target < kEnds)
    forget(view, slot);
  else
    copy_facts(view, slot, target);
  return true;
}

void SetStepper::pointer_op(SetView& view, const Op& op, std::size_t index) {
  const auto held_elsewhere = [&](SetView& v) {  // a locked cell must stay in sight
    const auto slot = actor(v).slot[at(program_.local_of(op.a))];
    if (slot < 0 || (actor(v).locked & bit(slot)) == 0) return true;
    const Slots others = v.shape.aliases(slot) & ~bit(slot) & ~(bit(frame_.fixed()) - 1);
    if (others == 0) raise(Kind::lock_misuse, "loses a cell that it has locked", op.line);
    return others != 0;
  };
  if (op.action == Action::assign) {
    const Slot from = slot_of(view, op.b);
    if (alarm_ || (slot_of(view, op.a) != from && !view.shape.is(slot_of(view, op.a), from, kEqual) &&
                   !held_elsewhere(view)))
      return;
    if (point(view, op.a, from)) go(view, index + 1);
    return;
  }
  if (!program_.is_local(op.a))
    return raise(Kind::linearizability, "a shared variable is written in one step with a read", op.line,
                 true);
  if (op.action == Action::allocate) {
    if (!held_elsewhere(view)) return;
    const Slot fresh = view.shape.free_slot();
    if (fresh < 0) return raise(Kind::linearizability, "too many pointers matter at once", op.line, true);
    view.shape.add_fresh(fresh);
    forget(view, fresh);
    view.key[at(fresh)] = actor(view).to_argument[at(fresh)] = kUnwritten;
    view.mark[at(fresh)] = kMarkUnwritten;
    actor(view).own |= bit(fresh);
    const bool fits = point(view, op.a, fresh);
    view.shape.remove(fresh);
    actor(view).own &= ~bit(fresh);
    if (fits) go(view, index + 1);
    return;
  }
  const Slot x = slot_of(view, op.b);
  on_cell(view, x, op.line, "reads", [&](SetView& v) {
    if (!held_elsewhere(v)) return;
    if (const Slot found = successor(v, x); found >= 0) {
      if (point(v, op.a, found)) go(v, index + 1);
      return;
    }
    const Slot fresh = v.shape.free_slot();
    if (fresh < 0) return raise(Kind::linearizability, "too many pointers matter at once", op.line, true);
    if (!v.shape.load_next(fresh, x)) return;
    forget(v, fresh);
    if (!refine(v, frame_)) return;
    split_all(v, [&](SetView& choice) {
      if (point(choice, op.a, fresh)) {
        remove_slot(choice, fresh);
        go(choice, index + 1);
      }
    });
  });
}

// All that can be reached only through `to` becomes known to others: each cell of it must be one of the actor's
// own, whole, and in sight.
bool SetStepper::may_link(const SetView& view, Slot to, int line) {
  for (Slot cell = to; is_cell(view, cell) && !is_reached(view, cell, frame_);) {
    if ((actor(view).own & bit(cell)) == 0) {
      raise(Kind::linearizability, "may put a cell into the list that others know already", line);
      return false;
    }
    if ((view.key[at(cell)] & kUnwritten) != 0 ||
        (frame_.has_marks && (view.mark[at(cell)] & kMarkUnwritten) != 0) ||
        (frame_.has_locks && (view.made & bit(cell)) == 0)) {
      raise(Kind::uninitialised_read, "others may see a cell that is not fully written", line);
      return false;
    }
    const Slot last = std::exchange(cell, successor(view, cell));
    if (frame_.ends_with_greatest && cell >= 0 && view.shape.is(cell, kNullSlot, kEqual) &&
        view.key[at(last)] != kGreatest) {
      raise(Kind::linearizability, "the list may end with another key than the largest", line);
      return false;
    }
    if (cell == kGarbageSlot || cell == kFreedSlot || cell < 0) {
      raise(Kind::uninitialised_read, "others may see a cell whose next field is undefined", line);
      return false;
    }
  }
  return true;
}

bool SetStepper::relinked(SetView& view, const Relinked& change) {
  const Slot member = frame_.member();
  // What others can get to now is owned no longer.
  for (Slot slot : each(view.own()))
    if (may_be_reached(view, slot, frame_))
      for (SetPart& part : view.parts) part.own &= ~bit(slot);
  // What was taken out: marked, if that is what is relied on; and this thread's, to free.
  for (Slot slot : each(view.shape.used() & ~(bit(kEnds) - 1)))
    if (is_cell(change.before, slot) && is_reached(change.before, slot, frame_) &&
        !may_be_reached(view, slot, frame_))
      actor(view).right |= bit(slot);
  if (frame_.unmarked_is_reachable)
    for (Slot cell = change.old;
         cell < 0 || (is_cell(change.before, cell) && !is_reached(view, cell, frame_));) {
      if (cell < 0 || change.before.mark[at(cell)] != kMarked)
        return raise(Kind::linearizability, "takes a cell out of the list that may not be marked",
                     change.line),
               false;
      cell = successor(change.before, cell);
    }
  // The member.
  if (is_cell(view, member) && !is_reached(view, member, frame_)) {
    view.shape.add_copy(member, kNullSlot);
    forget(view, member);
  }
  for (Slot slot : each(view.shape.used() & ~(bit(kEnds) - 1))) {
    if (slot == member || !is_cell(view, slot) || is_reached(change.before, slot, frame_) ||
        !is_reached(view, slot, frame_) || view.shape.is(slot, member, kEqual))
      continue;
    if ((view.key[at(slot)] & kEqualKey) == 0) continue;
    if (view.key[at(slot)] != kEqualKey || is_cell(view, member))
      return raise(Kind::linearizability, "a key may be in the list twice", change.line), false;
    view.shape.add_copy(member, slot);
    copy_facts(view, member, slot);
    for (SetPart& part : view.parts) part.right &= ~bit(member);
  }
  return true;
}

void SetStepper::store_next(SetView& view, const Op& op, std::size_t index) {
  const Slot x = slot_of(view, op.a);
  const Slot y = slot_of(view, op.b);
  on_cell(view, x, op.line, "writes", [&](SetView& v) {
    split_row(v, x, [&](SetView& u) {
      split_row(u, y, [&](SetView& w) {
        if (alarm_) return;
        if (is_cell(w, y) && (w.key[at(y)] & kUnwritten) != 0)
          return raise(Kind::uninitialised_read, "leads to a cell that has no key yet, which is not followed",
                       op.line);
        if (is_cell(w, y) && (w.key[at(x)] & kUnwritten) == 0) {
          if ((w.shape.at(x, y) & kEqual) != 0 || !is_less(w, x, y))
            return raise(Kind::linearizability, "the list may get out of order", op.line);
        }
        const bool is_owned = (actor(w).own & bit(x)) != 0;
        if (!is_owned && (w.shape.is(y, kGarbageSlot, kEqual) || w.shape.is(y, kFreedSlot, kEqual)))
          return raise(Kind::uninitialised_read, "others may see an undefined pointer", op.line);
        if (!is_owned && !may_link(w, y, op.line)) return;
        if (!is_owned && frame_.ends_with_greatest && w.shape.is(y, kNullSlot, kEqual) &&
            w.key[at(x)] != kGreatest)
          return raise(Kind::linearizability, "the list may end with another key than the largest", op.line);
        const Relinked change{w, successor(w, x), op.line};
        const bool was_reached = is_reached(w, x, frame_);
        if (w.shape.store_next(x, y) == Shape::Stored::cycle)
          return raise(Kind::linearizability, "the list may lead back to itself", op.line);
        if (!is_owned) {
          w.is_felt = true;
          // Others know x: what it leads to is known to others, in the list or not.
          for (Slot slot : each(w.own()))
            if (w.shape.may(x, slot, kForward))
              for (SetPart& part : w.parts) part.own &= ~bit(slot);
          if (was_reached) {
            if (!relinked(w, change)) return;
          } else if (frame_.unmarked_is_reachable) {
            for (Slot slot : each(change.before.own() & ~w.own()))
              if (!is_reached(w, slot, frame_) && w.mark[at(slot)] != kMarked)
                return raise(Kind::linearizability, "shows others a cell that is not in the list", op.line);
          }
        }
        next(w, index);
      });
    });
  });
}

void SetStepper::assign_shared(SetView& view, const Op& op, std::size_t index) {
  const Slot x = slot_of(view, op.a);
  const Slot y = slot_of(view, op.b);
  if (alarm_) return;
  split_row(view, y, [&](SetView& w) {
    if (w.shape.is(y, kGarbageSlot, kEqual) || w.shape.is(y, kFreedSlot, kEqual))
      return raise(Kind::uninitialised_read, "others may see an undefined pointer", op.line);
    if (!may_link(w, y, op.line)) return;
    const SetView before = w;
    w.shape.add_copy(x, y);
    if (y < kEnds)
      forget(w, x);
    else
      copy_facts(w, x, y);
    w.is_felt = true;
    if (is_cell(before, x) && !before.shape.is(x, y, kEqual) && frame_.unmarked_is_reachable)
      return raise(Kind::linearizability, "takes a cell out of the list that may not be marked", op.line);
    if (relinked(w, {before, kNullSlot, op.line})) next(w, index);
  });
}

void SetStepper::release(SetView& view, const Op& op, std::size_t index) {
  if (memory_ == Memory::gc) return go(view, index + 1);
  const Slot x = slot_of(view, op.a);
  on_cell(view, x, op.line, "frees", [&](SetView& v) {
    split_row(v, x, [&](SetView& w) {
      if (may_be_reached(w, x, frame_))
        return raise(Kind::use_after_free, "may free a cell that can still be reached", op.line);
      if ((actor(w).locked & bit(x)) != 0)
        return raise(Kind::lock_misuse, "frees a cell that it has locked", op.line);
      const Slots same = w.shape.aliases(x);
      w.shape.release(x);
      for (Slot slot : each(same)) forget(w, slot);
      w.is_felt = true;
      next(w, index);
    });
  });
}

}  // namespace heddle::prove::sets
