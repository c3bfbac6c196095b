// SPDX-License-Identifier: Apache-2.0
#include "prove/step.h"

#include <utility>

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::prove {

std::string name(Memory memory) {
  switch (memory) {
    case Memory::gc:
      return "gc";
    case Memory::own:
      return "own";
    case Memory::mm:
      return "mm";
  }
  return {};
}

using FindingKind = finding::Kind;

// ---- splitting

// Calls `then` with every consistent choice of single relations between row and the slots of `among`.
template <class Then>
void Stepper::split_row(View& view, Slot row, Slots among, Then then) {
  const Slots open = view.shape.all_single(row) & among & view.shape.used();
  if (open == 0) return then(view);
  const Slot other = *each(open);
  const Relations set = view.shape.at(row, other);
  for (Relations relation = 1; relation < 64; relation = static_cast<Relations>(relation << 1)) {
    if ((set & relation) == 0) continue;
    View choice = view;
    if (choice.shape.restrict(row, other, relation)) split_row(choice, row, among, then);
  }
}

void Stepper::split_all(View& view, const Emit& emit) {
  for (Slot x : each(view.shape.used())) {
    const Slots open = view.shape.all_single(x);
    if (open == 0) continue;
    split_row(view, x, open, [&](View& choice) { split_all(choice, emit); });
    return;
  }
  emit(view);
}

// is_end(view, end) where x is that end; is_cell(view) where it points to a cell.
template <class Cell, class End>
void Stepper::by_target(View& view, Slot x, Cell is_cell, End is_end) {
  for (Slot end = 0; end < kEnds; ++end) {
    if (!view.shape.may(x, end, kEqual)) continue;
    if (view.shape.is(x, end, kEqual)) return is_end(view, end);
    View choice = view;
    if (choice.shape.restrict(x, end, kEqual)) is_end(choice, end);
    if (!view.shape.restrict(x, end, static_cast<Relations>(~kEqual))) return;
  }
  is_cell(view);
}

// ---- small things

void Stepper::raise(FindingKind kind, std::string message, int line, bool is_limit) {
  // An interferer's alarm is not the victim's: the branch is certain to be wrong for every state it stands
  // for, so the interferer's own view, which stands for the same states, raises it, or there are no such
  // states.
  if (actor_ == 1 && !is_limit) return;
  if (!alarm_) alarm_ = Alarm{kind, std::move(message), line, is_limit};
}

Slot Stepper::new_slot(View& view, int line) {
  const Slot slot = view.shape.free_slot();
  if (slot < 0)
    raise(FindingKind::linearizability,
          fmt::format("more than {} pointers matter at once", kMaxSlots - kEnds), line, true);
  return slot;
}

Slot Stepper::slot_of(View& view, Variable variable) {
  if (variable == kNull) return kNullSlot;
  if (!program_.is_local(variable)) return frame_.slot_of_shared(variable);
  const auto local = static_cast<std::size_t>(program_.local_of(variable));
  if (actor(view).slot[local] < 0) {  // never assigned
    const Slot slot = new_slot(view, edge_->line);
    if (slot < 0) return kGarbageSlot;
    view.shape.add_copy(slot, kGarbageSlot);
    forget_slot(view, slot);
    actor(view).slot[local] = static_cast<std::int8_t>(slot);
  }
  return actor(view).slot[local];
}

Value Stepper::value_of(const View& view, DataOperand operand) const {
  if (operand == kEmptyData) return Value::empty;
  if (operand == kUndefinedData) return Value::undefined;
  return static_cast<Value>(actor(view).value[static_cast<std::size_t>(operand)]);
}

void Stepper::forget_rights(View& view, Slot slot) {
  view.right[static_cast<std::size_t>(slot)] = view.was_reachable[static_cast<std::size_t>(slot)] = 0;
}

void Stepper::forget_slot(View& view, Slot slot) {
  view.own &= ~bit(slot);
  forget_rights(view, slot);
  for (auto& row : view.ages) row[1][static_cast<std::size_t>(slot)] = kAnyAge;
}

void Stepper::copy_facts(View& view, Slot into, Slot from) {
  forget_slot(view, into);
  if (into == from) return;
  if ((view.own & bit(from)) != 0) view.own |= bit(into);
  view.right[static_cast<std::size_t>(into)] = view.right[static_cast<std::size_t>(from)];
  view.was_reachable[static_cast<std::size_t>(into)] = view.was_reachable[static_cast<std::size_t>(from)];
  for (auto& row : view.ages) row[1][static_cast<std::size_t>(into)] = row[1][static_cast<std::size_t>(from)];
}

// Makes a local variable point where `at` points. False: out of slots.
bool Stepper::point(View& view, Variable variable, Slot at) {
  const auto local = static_cast<std::size_t>(program_.local_of(variable));
  Slot slot = actor(view).slot[local];
  if (slot == at) return true;
  if (slot < 0) {
    slot = new_slot(view, edge_->line);
    if (slot < 0) return false;
    actor(view).slot[local] = static_cast<std::int8_t>(slot);
  }
  view.shape.add_copy(slot, at);
  copy_facts(view, slot, at);
  return true;
}

void Stepper::hide(View& view, Slot tracked) {
  view.shape.add_copy(tracked, kGarbageSlot);
  forget_slot(view, tracked);
  view.foreign &= ~bit(tracked);
}

// The tracked cell is now x's.
void Stepper::track(View& view, Slot tracked, Slot x) {
  view.shape.add_copy(tracked, x);
  copy_facts(view, tracked, x);
  forget_rights(view, tracked);
  view.foreign &= ~bit(tracked);
  if (actor_ == 1 && (view.own & bit(tracked)) != 0) view.foreign |= bit(tracked);
}

Slots Stepper::pointers_of_actor(const View& view) const {
  Slots found = 0;
  for (std::size_t local = 0; local < function().locals.size(); ++local)
    if (function().locals[local].kind == LocalKind::pointer && actor(view).slot[local] >= 0)
      found |= bit(actor(view).slot[local]);
  return found;
}

// Before a write that others can feel: which of the actor's cells can be reached from shared variables?
void Stepper::note_reachable(View& view) {
  view.is_felt = true;
  if (view.has_noted) return;  // rights are about whole steps
  view.has_noted = true;
  for (Slot slot : each(pointers_of_actor(view))) {
    for (Slot shared : each(frame_.shared_slots()))
      if ((view.shape.at(shared, slot) & ~kForward) == 0)
        view.was_reachable[static_cast<std::size_t>(slot)] |=
            static_cast<std::uint8_t>(1U << (shared - kEnds));
  }
}

// Others can now get to x's cell and all it leads to: it is owned no longer.
template <class Then>
void Stepper::publish(View& view, Slot x, Then then) {
  if ((view.own & bit(x)) == 0) return then(view);
  split_row(view, x, view.own, [&](View& choice) {
    for (Slot other : each(choice.own))
      if (choice.shape.may(x, other, kForward)) choice.own &= ~bit(other);
    then(choice);
  });
}

// ---- operations

void Stepper::go(View& view, std::size_t index) {
  if (alarm_) return;
  if (index == edge_->ops.size()) return finish(view);
  const Op& op = edge_->ops[index];
  switch (op.action) {
    case Action::assign:
    case Action::load_next:
    case Action::allocate:
      return pointer_op(view, op, index);
    case Action::store_next:
    case Action::release:
      return heap_op(view, op, index);
    case Action::load_data:
    case Action::store_data:
    case Action::copy_data:
      return data_op(view, op, index);
    case Action::assume_equal:
    case Action::assume_different:
      return compare(view, op, index);
    case Action::load_age:
    case Action::copy_age:
    case Action::assume_same_age:
    case Action::assume_other_age:
    case Action::raise_age:
    case Action::forget_age:
      return age_op(view, op, index);
    case Action::set_flag:
      actor(view).value[static_cast<std::size_t>(op.a)] = op.b != 0 ? 1 : 0;
      return go(view, index + 1);
    case Action::copy_flag:
      actor(view).value[static_cast<std::size_t>(op.a)] = actor(view).value[static_cast<std::size_t>(op.b)];
      return go(view, index + 1);
    case Action::assume_flag:
      if ((actor(view).value[static_cast<std::size_t>(op.a)] != 0) == (op.b != 0)) go(view, index + 1);
      return;
    case Action::lock:
    case Action::unlock:
    case Action::linearize:
    case Action::linearize_if:
      return effect_op(view, op, index);
  }
}

void Stepper::pointer_op(View& view, const Op& op, std::size_t index) {
  if (op.action == Action::assign) {
    const Slot from = slot_of(view, op.b);
    if (program_.is_local(op.a)) {
      if (point(view, op.a, from)) go(view, index + 1);
      return;
    }
    note_reachable(view);
    return publish(view, from, [&](View& choice) {
      const Slot into = frame_.slot_of_shared(op.a);
      if (into != from) {
        choice.shape.add_copy(into, from);
        copy_facts(choice, into, from);
        forget_rights(choice, into);
      }
      go(choice, index + 1);
    });
  }
  if (op.action == Action::allocate) {
    HEDDLE_CHECK(program_.is_local(op.a), "cells are allocated into locals");
    const auto local = static_cast<std::size_t>(program_.local_of(op.a));
    Slot slot = actor(view).slot[local];
    if (slot < 0) slot = new_slot(view, op.line);
    if (slot < 0) return;
    actor(view).slot[local] = static_cast<std::int8_t>(slot);
    view.shape.add_fresh(slot);
    forget_slot(view, slot);
    view.own |= bit(slot);
    const Slot tracked = frame_.slot_of_tracked(0);
    if (observer_.rule() == Observer::Rule::undefined && view.shape.is(tracked, kGarbageSlot, kEqual)) {
      View chosen = view;  // this is the unwritten cell that the run looks at
      track(chosen, tracked, slot);
      go(chosen, index + 1);
    }
    return go(view, index + 1);
  }
  // load_next
  const Slot from = slot_of(view, op.b);
  const auto put = [&](View& v, Slot target) {
    if (program_.is_local(op.a)) {
      if (point(v, op.a, target)) go(v, index + 1);
    } else {
      note_reachable(v);
      publish(v, target, [&](View& choice) {
        const Slot into = frame_.slot_of_shared(op.a);
        choice.shape.add_copy(into, target);
        copy_facts(choice, into, target);
        forget_rights(choice, into);
        if (target >= frame_.fixed()) choice.shape.remove(target), forget_slot(choice, target);
        go(choice, index + 1);
      });
    }
  };
  by_target(
      view, from,
      [&](View& v) {
        split_row(v, from, v.shape.used(), [&](View& choice) {
          const Slot next = new_slot(choice, op.line);
          if (next < 0 || !choice.shape.load_next(next, from)) return;
          forget_slot(choice, next);
          for (Slot same : each(choice.shape.aliases(next) & ~bit(next))) {
            if (same < kEnds) continue;
            const bool is_actors = same < frame_.fixed() || (pointers_of_actor(choice) & bit(same)) != 0;
            if (is_actors) {
              copy_facts(choice, next, same);
              if (same >= frame_.fixed()) break;
            }
          }
          if (!program_.is_local(op.a)) return put(choice, next);
          // The new slot takes the place of the variable's old one.
          const auto local = static_cast<std::size_t>(program_.local_of(op.a));
          if (const Slot old = actor(choice).slot[local]; old >= 0)
            choice.shape.remove(old), forget_slot(choice, old);
          actor(choice).slot[local] = static_cast<std::int8_t>(next);
          go(choice, index + 1);
        });
      },
      [&](View& v, Slot end) {
        if (end == kNullSlot) return raise(FindingKind::null_dereference, "follows a null pointer", op.line);
        if (end == kGarbageSlot && memory_ != Memory::mm)
          return raise(FindingKind::strong_pointer_race, "follows an undefined pointer", op.line);
        put(v, kGarbageSlot);
      });
}

void Stepper::store(View& view, Slot x, Slot y, std::size_t index, int line) {
  const bool is_private = (view.own & bit(x)) != 0;
  if (!is_private) note_reachable(view);
  const auto link = [&](View& v) {
    split_row(v, x, v.shape.used(), [&](View& row) {
      split_row(row, y, row.shape.used(), [&](View& choice) {
        if (choice.shape.store_next(x, y) == Shape::Stored::cycle)
          return raise(FindingKind::linearizability,
                       "may build a cyclic list, which the prover cannot follow", line);
        go(choice, index + 1);
      });
    });
  };
  if (is_private) return link(view);
  publish(view, y, link);
}

void Stepper::heap_op(View& view, const Op& op, std::size_t index) {
  const Slot x = slot_of(view, op.a);
  const bool is_free = op.action == Action::release;
  if (is_free && memory_ == Memory::gc) return go(view, index + 1);
  by_target(
      view, x,
      [&](View& v) {
        if (!is_free) return store(v, x, slot_of(v, op.b), index, op.line);
        if ((v.own & bit(x)) == 0) v.is_felt = true;
        split_row(v, x, v.shape.used(), [&](View& choice) {
          const Slots gone = choice.shape.aliases(x);
          choice.shape.release(x);
          for (Slot slot : each(gone)) {
            choice.own &= ~bit(slot);
            forget_rights(choice, slot);
            if ((frame_.tracked_slots() & bit(slot)) != 0) hide(choice, slot);
          }
          go(choice, index + 1);
        });
      },
      [&](View&, Slot end) {
        if (end == kNullSlot)
          return raise(FindingKind::null_dereference,
                       is_free ? "frees a null pointer" : "writes through a null pointer", op.line);
        if (end == kFreedSlot)
          return is_free ? raise(FindingKind::double_free, "may free memory that is freed already", op.line)
                         : raise(FindingKind::use_after_free, "may write to freed memory", op.line);
        raise(FindingKind::strong_pointer_race,
              is_free ? "frees an undefined pointer" : "writes through an undefined pointer", op.line);
      });
}

void Stepper::data_op(View& view, const Op& op, std::size_t index) {
  if (op.action == Action::copy_data) {
    actor(view).value[static_cast<std::size_t>(op.a)] = static_cast<std::uint8_t>(value_of(view, op.b));
    return go(view, index + 1);
  }
  const Slots tracked = frame_.tracked_slots();
  if (op.action == Action::load_data) {
    const Slot x = slot_of(view, op.b);
    const auto put = [&](View& v, Value value) {
      actor(v).value[static_cast<std::size_t>(op.a)] = static_cast<std::uint8_t>(value);
      go(v, index + 1);
    };
    return by_target(
        view, x,
        [&](View& v) {
          split_row(v, x, tracked, [&](View& choice) {
            for (Slot cell : each(tracked))
              if (choice.shape.is(x, cell, kEqual)) {
                if (observer_.rule() == Observer::Rule::undefined) return put(choice, Value::undefined);
                return put(choice, cell == frame_.slot_of_tracked(0) ? Value::first : Value::second);
              }
            put(choice, Value::other);
          });
        },
        [&](View& v, Slot end) {
          if (end == kNullSlot)
            return raise(FindingKind::null_dereference, "reads through a null pointer", op.line);
          if (end == kGarbageSlot && memory_ != Memory::mm)
            return raise(FindingKind::strong_pointer_race, "reads through an undefined pointer", op.line);
          put(v, Value::undefined);
        });
  }
  // store_data
  const Slot x = slot_of(view, op.a);
  const Value value = value_of(view, op.b);
  by_target(
      view, x,
      [&](View& v) {
        if (value == Value::undefined || value == Value::empty)
          return raise(FindingKind::uninitialised_read, "stores a value that was never an input", op.line);
        split_row(v, x, tracked, [&](View& choice) {
          const bool is_private = (choice.own & bit(x)) != 0;
          Slot target = -1;
          if (observer_.rule() != Observer::Rule::undefined && is_observed(value))
            target = frame_.slot_of_tracked(value == Value::first ? 0 : 1);
          for (Slot cell : each(tracked)) {
            if (cell == target || !choice.shape.is(x, cell, kEqual)) continue;
            hide(choice, cell);
            if (!is_private) choice.is_felt = true;
          }
          if (target >= 0 && !choice.shape.is(x, target, kEqual)) {
            if (!choice.shape.is(target, kGarbageSlot, kEqual))
              return raise(FindingKind::linearizability,
                           "one value is stored in two cells, which the prover cannot follow", op.line);
            track(choice, target, x);
            if (!is_private) choice.is_felt = true;
          }
          go(choice, index + 1);
        });
      },
      [&](View&, Slot end) {
        if (end == kNullSlot)
          return raise(FindingKind::null_dereference, "writes through a null pointer", op.line);
        if (end == kFreedSlot)
          return raise(FindingKind::use_after_free, "may write to freed memory", op.line);
        raise(FindingKind::strong_pointer_race, "writes through an undefined pointer", op.line);
      });
}

void Stepper::compare(View& view, const Op& op, std::size_t index) {
  const bool want_equal = op.action == Action::assume_equal;
  if (op.a == op.b && op.a == kNull) {
    if (want_equal) go(view, index + 1);
    return;
  }
  const Slot x = slot_of(view, op.a);
  const Slot y = slot_of(view, op.b);
  const auto decide = [&](View& v) {  // both have a target or are null
    if (v.shape.restrict(x, y, want_equal ? kEqual : static_cast<Relations>(~kEqual))) go(v, index + 1);
  };
  const auto odd = [&](View& v, Slot end, bool other_is_null) {
    if (end == kGarbageSlot && memory_ != Memory::mm)
      return raise(FindingKind::strong_pointer_race, "compares an undefined pointer", op.line);
    if (end == kFreedSlot && other_is_null && want_equal) return;  // a freed address is not null
    go(v, index + 1);
  };
  const auto second = [&](View& v) {
    by_target(
        v, y, [&](View& w) { decide(w); },
        [&](View& w, Slot end) {
          if (end == kNullSlot) return decide(w);
          odd(w, end, w.shape.is(x, kNullSlot, kEqual));
        });
  };
  by_target(view, x, second, [&](View& v, Slot end) {
    if (end == kNullSlot) return second(v);
    // The other side's garbage matters as much.
    by_target(
        v, y, [&](View& w) { odd(w, end, false); },
        [&](View& w, Slot other) { odd(w, other == kGarbageSlot ? other : end, other == kNullSlot); });
  });
}

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
      v.ages_used = static_cast<std::uint8_t>(v.ages_used | 1U << free);
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
        if (is_lost)
          maybe |= bit(other);
        else if (v.shape.is(x, other, kEqual))
          sure |= bit(other);
        else if (v.shape.may(x, other, kEqual))
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
    if (end == kGarbageSlot) {  // any age at all
      if (op.action == Action::load_age)
        for (auto& locations : v.ages[static_cast<std::size_t>(row_of(v, op.a))]) locations.fill(kAnyAge);
      return go(v, index + 1);
    }
    act(v);
  });
}

void Stepper::effect_op(View& view, const Op& op, std::size_t index) {
  switch (op.action) {
    case Action::lock:
    case Action::unlock: {
      Holder& holder = view.holder[static_cast<std::size_t>(op.a)];
      const Holder self = actor_ == 0 ? Holder::victim : Holder::interferer;
      view.is_felt = true;
      if (op.action == Action::lock) {
        if (holder == self) return raise(FindingKind::lock_misuse, "locks what it holds already", op.line);
        if (holder != Holder::nobody) return;  // waits
        holder = self;
      } else {
        if (holder != self) return raise(FindingKind::lock_misuse, "unlocks what it does not hold", op.line);
        holder = Holder::nobody;
      }
      return go(view, index + 1);
    }
    case Action::linearize:
      return fire(view, value_of(view, op.a), Fired::yes, index, op.line);
    case Action::linearize_if: {
      const auto candidate = [&](View& v) {
        Part& part = actor(v);
        if (part.fired == Fired::yes) return go(v, index + 1);
        if (part.fired == Fired::guessed) return;  // the guess was that no other would follow
        View now = v;
        actor(now).had_candidate = true;
        fire(now, value_of(now, op.a), Fired::guessed, index, op.line);
        part.had_candidate = true;
        go(v, index + 1);
      };
      if (op.b < 0) return candidate(view);
      const Slot x = slot_of(view, op.b);
      const Slot y = slot_of(view, op.c);
      const auto no = [&](View& v) { go(v, index + 1); };
      const auto decide = [&](View& v) {
        View other = v;
        if (other.shape.restrict(x, y, static_cast<Relations>(~kEqual))) no(other);
        if (v.shape.restrict(x, y, kEqual)) candidate(v);
      };
      const auto second = [&](View& v) {
        by_target(v, y, decide, [&](View& w, Slot end) { end == kNullSlot ? decide(w) : no(w); });
      };
      return by_target(view, x, second, [&](View& v, Slot end) { end == kNullSlot ? second(v) : no(v); });
    }
    default:
      return;
  }
}

void Stepper::fire(View& view, Value value, Fired how, std::size_t index, int line) {
  Part& part = actor(view);
  if (part.fired == Fired::guessed) return;  // the guess was that no other point would follow
  if (part.fired == Fired::yes) return raise(FindingKind::linearizability, "a call takes effect twice", line);
  const Role role = function().role;
  if (role == Role::input && value != part.input)
    return raise(FindingKind::linearizability, "a call takes effect with another value than its argument",
                 line);
  part.fired = how;
  part.effect = value;
  const Observer::State before = view.observed;
  view.observed = observer_.on(before, role, value);
  if (view.observed == Observer::kViolation)
    return raise(FindingKind::linearizability, observer_.violation(value, before), line);
  if (view.observed == Observer::kDone) return;
  if (view.observed != before) view.is_felt = true;
  go(view, index + 1);
}

// ---- ends of steps

bool Stepper::finish_call(View& view) {
  Part& part = actor(view);
  if (function_ != -2) {
    if (part.fired == Fired::no) {
      if (!part.had_candidate)
        raise(FindingKind::linearizability, "a call returns without having taken effect", edge_->line);
      return false;  // or: the guess not to fire at the last candidate was wrong
    }
    if (function().role == Role::output) {
      const Value result = value_of(view, edge_->result);
      if (result != part.effect) {
        raise(FindingKind::linearizability,
              fmt::format("a call returns {} but took effect with {}", name(result), name(part.effect)),
              edge_->line);
        return false;
      }
    }
    for (int lock = 0; lock < frame_.locks; ++lock)
      if (view.holder[static_cast<std::size_t>(lock)] ==
          (actor_ == 0 ? Holder::victim : Holder::interferer)) {
        raise(FindingKind::lock_misuse, "a call returns with a lock held", edge_->line);
        return false;
      }
  }
  part.input = part.effect = Value::other;
  part.fired = Fired::no;
  part.had_candidate = false;
  return true;
}

void Stepper::finish(View& view) {
  if (edge_->to == kIdle && !finish_call(view)) return;
  Part& part = actor(view);
  part.node = edge_->to;
  if (actor_ == 1) {
    for (std::size_t local = 0; local < kMaxLocals; ++local) {
      if (part.slot[local] < 0 || local >= function().locals.size()) continue;
      const Slot slot = part.slot[local];
      if (function().locals[local].kind == LocalKind::pointer) {
        view.shape.remove(slot);
        forget_slot(view, slot);
      } else {
        view.ages_used = static_cast<std::uint8_t>(view.ages_used & ~(1U << slot));
      }
    }
    part = Part();
    part.slot.fill(-1);
    part.value.fill(0);
    for (int lock = 0; lock < frame_.locks; ++lock) {
      Holder& holder = view.holder[static_cast<std::size_t>(lock)];
      if (holder == Holder::interferer) holder = Holder::another;
    }
    view.was_reachable.fill(0);
    // A tracked cell that the interferer owns is hidden from the victim.
    for (Slot cell : each(frame_.tracked_slots() & view.own)) {
      if ((view.foreign & bit(cell)) != 0) hide(view, cell);
    }
    return settle(view);
  }
  const Layout& live = live_[static_cast<std::size_t>(edge_->to)];
  std::array<bool, kMaxLocals> keep{};
  for (int local : live) keep[static_cast<std::size_t>(local)] = true;
  for (std::size_t local = 0; local < function().locals.size(); ++local) {
    const LocalKind kind = function().locals[local].kind;
    if (!keep[local]) {
      if (part.slot[local] >= 0) {
        if (kind == LocalKind::pointer) {
          view.shape.remove(part.slot[local]);
          forget_slot(view, part.slot[local]);
        } else if (kind == LocalKind::age) {
          view.ages_used = static_cast<std::uint8_t>(view.ages_used & ~(1U << part.slot[local]));
        }
      }
      part.slot[local] = -1;
      part.value[local] = 0;
    } else if (kind == LocalKind::pointer) {
      slot_of(view, program_.local_variable(static_cast<int>(local)));  // undefined ones become garbage
    } else if (kind == LocalKind::age && part.slot[local] < 0) {
      const int row = std::countr_one(view.ages_used);
      if (row >= kMaxAges)
        return raise(FindingKind::linearizability, "too many version counters matter at once", edge_->line,
                     true);
      view.ages_used = static_cast<std::uint8_t>(view.ages_used | 1U << row);
      for (auto& locations : view.ages[static_cast<std::size_t>(row)]) locations.fill(kAnyAge);
      part.slot[local] = static_cast<std::int8_t>(row);
    }
  }
  // An owned tracked cell that none of the thread's pointers leads to is lost to everyone.
  for (Slot cell : each(frame_.tracked_slots() & view.own)) {
    bool is_held = false;
    for (std::size_t local = 0; local < function().locals.size(); ++local)
      if (function().locals[local].kind == LocalKind::pointer && part.slot[local] >= 0 &&
          view.shape.may(part.slot[local], cell, kForward))
        is_held = true;
    if (!is_held) hide(view, cell);
  }
  settle(view);
}

void Stepper::settle(View& view) {
  if (alarm_) return;
  const Slots shared = frame_.shared_slots();
  split_all(view, [&](View& choice) {
    for (Slot slot : each(choice.shape.used() & ~(bit(kEnds) - 1))) {
      const auto index = static_cast<std::size_t>(slot);
      if ((choice.right[index] | choice.was_reachable[index]) == 0) continue;
      std::uint8_t reachable = 0;
      for (Slot variable : each(shared))
        if (choice.shape.may(variable, slot, kForward))
          reachable |= static_cast<std::uint8_t>(1U << (variable - kEnds));
      choice.right[index] |= choice.was_reachable[index];
      choice.right[index] &= static_cast<std::uint8_t>(~reachable);
      for (Slot end = 0; end < kEnds; ++end)  // rights are to cells
        if (choice.shape.is(slot, end, kEqual)) choice.right[index] = 0;
    }
    choice.was_reachable.fill(0);
    if (checks_shapes_) {
      Shape copy = choice.shape;
      HEDDLE_CHECK(copy.close(), "steps lead to consistent shapes");
    }
    (*emit_)(choice);
  });
}

void Stepper::take(const Edge& edge, const View& view, const Emit& emit) {
  edge_ = &edge, emit_ = &emit, actor_ = 0;
  function_ = program_.function_of[static_cast<std::size_t>(edge.from)];
  View start = view;
  start.is_felt = false;
  start.was_reachable.fill(0);
  start.has_noted = false;
  start.foreign = 0;
  go(start, 0);
}

void Stepper::interfere(const Edge& edge, const View& view, const Emit& emit) {
  edge_ = &edge, emit_ = &emit, actor_ = 1;
  function_ = program_.function_of[static_cast<std::size_t>(edge.from)];
  View start = view;
  start.is_felt = false;
  start.was_reachable.fill(0);
  start.has_noted = false;
  go(start, 0);
}

void Stepper::call(const View& view, const Emit& emit) {
  for (std::size_t index = 0; index < program_.functions.size(); ++index) {
    const Function& callee = program_.functions[index];
    for (Value value : {Value::other, Value::first, Value::second}) {
      if (value != Value::other &&
          (callee.role == Role::output || !observer_.may_input(view.observed, value)))
        continue;
      // A cell with the value that everyone can see: it has been an input.
      if (value != Value::other &&
          !view.shape.is(frame_.slot_of_tracked(value == Value::first ? 0 : 1), kGarbageSlot, kEqual))
        continue;
      View entered = view;
      Part& part = entered.parts[0];
      part.node = callee.entry;
      part.input = value;
      Edge entry;  // for the slots of locals that are live without a value
      entry.to = callee.entry;
      edge_ = &entry, emit_ = &emit, actor_ = 0, function_ = static_cast<int>(index);
      for (std::size_t local = 0; local < callee.locals.size(); ++local)
        if (callee.locals[local].kind == LocalKind::data)
          part.value[local] = static_cast<std::uint8_t>(Value::undefined);
      if (callee.role == Role::input && callee.parameter >= 0)
        part.value[static_cast<std::size_t>(callee.parameter)] = static_cast<std::uint8_t>(value);
      entered.was_reachable.fill(0);
      entered.foreign = 0;
      finish(entered);
    }
  }
}

}  // namespace heddle::prove
