// SPDX-License-Identifier: Apache-2.0
// What reads and writes of pointers, cells and data do to a view. A pointer is one of the three ends or leads
// to a cell; the relations that an operation needs are split first.
#include "base/check.h"
#include "prove/domain/step_split.h"

namespace heddle::prove {

void Stepper::pointer_op(View& view, const Op& op, std::size_t index) {
  if (op.action == Action::assign) {
    const Slot from = slot_of(view, op.b);
    if (program_.is_local(op.a)) {
      if (point(view, op.a, from)) go(view, index + 1);
      return;
    }
    note_reachable(view);
    return if_clean(view, from, op.line, [&](View& clean) {
      publish(clean, from, [&](View& choice) {
        const Slot into = frame_.slot_of_shared(op.a);
        if (into != from) {
          choice.shape.add_copy(into, from);
          copy_facts(choice, into, from);
          forget_rights(choice, into);
        }
        go(choice, index + 1);
      });
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
    view.reclamation.set(slot, Reclamation::kLive | Reclamation::kClean);
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
      if_clean(v, target, op.line, [&](View& clean) {
        publish(clean, target, [&](View& choice) {
          const Slot into = frame_.slot_of_shared(op.a);
          choice.shape.add_copy(into, target);
          copy_facts(choice, into, target);
          forget_rights(choice, into);
          if (target >= frame_.fixed()) choice.shape.remove(target), forget_slot(choice, target);
          go(choice, index + 1);
        });
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
          const bool clean = is_clean(choice, from);
          for (Slot same : each(choice.shape.aliases(next) & ~bit(next))) {
            if (same < kEnds) continue;
            const bool is_actors = same < frame_.fixed() || (pointers_of_actor(choice) & bit(same)) != 0;
            if (is_actors) {
              copy_facts(choice, next, same);
              if (same >= frame_.fixed()) break;
            }
          }
          if (clean) choice.reclamation.set(next, Reclamation::kLive | Reclamation::kClean);
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
        if (end == kFreedSlot && program_.frees_for_good)
          return raise(FindingKind::use_after_free, "may read freed memory", op.line);
        put(v, kGarbageSlot);
      });
}

void Stepper::touch(View& view, const Op& op, std::size_t index) {
  const bool is_write = op.b != 0;
  by_target(
      view, slot_of(view, op.a), [&](View& v) { go(v, index + 1); },
      [&](View& v, Slot end) {
        if (end == kNullSlot)
          return raise(FindingKind::null_dereference,
                       is_write ? "writes through a null pointer" : "reads through a null pointer", op.line);
        if (end == kFreedSlot && (is_write || program_.frees_for_good))
          return raise(FindingKind::use_after_free,
                       is_write ? "may write to freed memory" : "may read freed memory", op.line);
        if (end == kGarbageSlot && (is_write || memory_ != Memory::mm))
          return raise(
              FindingKind::strong_pointer_race,
              is_write ? "writes through an undefined pointer" : "reads through an undefined pointer",
              op.line);
        go(v, index + 1);
      });
}

void Stepper::store(View& view, Slot x, Slot y, std::size_t index, int line) {
  const bool is_private = (view.own & bit(x)) != 0;
  if (!is_private) note_reachable(view);
  const auto link = [&](View& v) {
    split_row(v, x, v.shape.used(), [&](View& row) {
      split_row(row, y, row.shape.used(), [&](View& choice) {
        const bool clean = is_clean(choice, y);
        const bool is_shared = frame_.reclaims && !clean && is_reachable(choice, x, frame_);
        if (is_shared) return raise(FindingKind::use_after_free, "may make a retired cell reachable", line);
        if (choice.shape.store_next(x, y) == Shape::Stored::cycle)
          return raise(FindingKind::linearizability,
                       "may build a cyclic list, which the prover cannot follow", line);
        note_link(choice, x, clean);
        if (choice.shape.is(y, kFreedSlot, kEqual)) note_stale(choice, x, y);
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
          if (frame_.reclaims && !choice.reclamation.is(x, Reclamation::kLive) &&
              !is_reachable(choice, x, frame_))
            return raise(FindingKind::double_free, "may free a cell that is retired", op.line);
          const Slots gone = choice.shape.aliases(x);
          note_freed(choice, gone, is_interferer_ ? pointers_of_actor(choice) : 0);
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
          if (end == kFreedSlot && program_.frees_for_good)
            return raise(FindingKind::use_after_free, "may read freed memory", op.line);
          put(v, Value::undefined);
        });
  }
  // store_data
  const Slot x = slot_of(view, op.a);
  const Value value = value_of(view, op.b);
  by_target(
      view, x,
      [&](View& v) {
        split_row(v, x, tracked, [&](View& choice) {
          const bool is_private = (choice.own & bit(x)) != 0;
          if (observer_.rule() == Observer::Rule::undefined &&
              (value == Value::undefined || value == Value::empty)) {
            // The cell is as good as unwritten: it may be the one that the run looks at, or not.
            const Slot unwritten = frame_.slot_of_tracked(0);
            if (choice.shape.is(x, unwritten, kEqual)) return go(choice, index + 1);
            if (choice.shape.is(unwritten, kGarbageSlot, kEqual)) {
              View chosen = choice;
              track(chosen, unwritten, x);
              if (!is_private) chosen.is_felt = true;
              go(chosen, index + 1);
            }
            return go(choice, index + 1);
          }
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
  // A local that lost its target and is found equal to a pointer that has one.
  const auto is_found_again = [&](Variable lost, Slot end) {
    return frame_.addresses && want_equal && end == kFreedSlot && program_.is_local(lost);
  };
  const auto second = [&](View& v) {
    by_target(
        v, y, [&](View& w) { decide(w); },
        [&](View& w, Slot end) {
          if (end == kNullSlot) return decide(w);
          const bool is_null = w.shape.is(x, kNullSlot, kEqual);
          if (is_found_again(op.b, end) && !is_null) return find_again(w, y, x, index, op.line);
          odd(w, end, is_null);
        });
  };
  by_target(view, x, second, [&](View& v, Slot end) {
    if (end == kNullSlot) return second(v);
    // The other side's garbage matters as much.
    by_target(
        v, y,
        [&](View& w) {
          if (is_found_again(op.a, end)) return find_again(w, x, y, index, op.line);
          odd(w, end, false);
        },
        [&](View& w, Slot other) { odd(w, other == kGarbageSlot ? other : end, other == kNullSlot); });
  });
}

}  // namespace heddle::prove
