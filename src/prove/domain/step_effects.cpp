// SPDX-License-Identifier: Apache-2.0
// Locks, points of effect, and the end of a step: a call returns, dead locals go, an interferer is removed,
// and the rights of view.h are given and lost.
#include <bit>

#include <fmt/format.h>

#include "base/check.h"
#include "prove/domain/step_split.h"

namespace heddle::prove {

void Stepper::lock_op(View& view, const Op& op, std::size_t index) {
  Holder& holder = view.holder[static_cast<std::size_t>(op.a)];
  const Holder self = holder_of_part(actor_);
  if (op.action == Action::assume_held) {
    if ((holder != Holder::nobody) == (op.b != 0)) go(view, index + 1);
    return;
  }
  view.is_felt = true;
  switch (op.action) {
    case Action::lock:
      if (holder == self) return raise(FindingKind::lock_misuse, "locks what it holds already", op.line);
      if (holder != Holder::nobody) return;  // waits
      holder = self;
      break;
    case Action::take_flag:
      if (holder != Holder::nobody) return;
      holder = self;
      break;
    case Action::clear_flag:
      if (holder != Holder::nobody && holder != self)
        return raise(FindingKind::lock_misuse, "clears a flag that another thread has set", op.line);
      holder = Holder::nobody;
      break;
    default:
      if (holder != self) return raise(FindingKind::lock_misuse, "unlocks what it does not hold", op.line);
      holder = Holder::nobody;
  }
  go(view, index + 1);
}

void Stepper::effect_op(View& view, const Op& op, std::size_t index) {
  switch (op.action) {
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
  }
  for (int lock = 0; lock < frame_.locks; ++lock)
    if (view.holder[static_cast<std::size_t>(lock)] == holder_of_part(actor_)) {
      raise(FindingKind::lock_misuse,
            function_ == -2 ? "the initial function returns with a lock held"
                            : "a call returns with a lock held",
            edge_->line);
      return false;
    }
  if (view.reclamation.is_inside) {
    raise(FindingKind::lock_misuse, "a call returns between heddle_enter and heddle_leave", edge_->line);
    return false;
  }
  part.input = part.effect = Value::other;
  part.fired = Fired::no;
  part.had_candidate = false;
  return true;
}

void Stepper::finish(View& view) {
  Part& part = actor(view);
  if (!is_interferer_ && edge_->to == kIdle && !finish_call(view)) return;  // else it has: the step was taken
  part.node = edge_->to;
  if (is_interferer_) {
    for (std::size_t local = 0; local < kMaxLocals; ++local) {
      if (part.slot[local] < 0 || local >= function().locals.size()) continue;
      const Slot slot = part.slot[local];
      if (function().locals[local].kind == LocalKind::pointer) {
        view.shape.remove(slot);
        forget_slot(view, slot);
      } else {
        view.ages_used = static_cast<std::uint16_t>(view.ages_used & ~(1U << slot));
      }
    }
    part = Part();
    part.slot.fill(-1);
    part.value.fill(0);
    for (int lock = 0; lock < frame_.locks; ++lock) {
      Holder& holder = view.holder[static_cast<std::size_t>(lock)];
      if (holder == holder_of_part(actor_)) holder = Holder::another;
    }
    view.was_reachable.fill(0);
    // A tracked cell that the interferer owns is hidden from the others.
    for (Slot cell : each(frame_.tracked_slots() & view.own)) {
      if (view.owner[frame_.tracked_index(cell)] == actor_) hide(view, cell);
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
          view.ages_used = static_cast<std::uint16_t>(view.ages_used & ~(1U << part.slot[local]));
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
      view.ages_used = static_cast<std::uint16_t>(view.ages_used | 1U << row);
      for (auto& locations : view.ages[static_cast<std::size_t>(row)]) locations.fill(kAnyAge);
      part.slot[local] = static_cast<std::int8_t>(row);
    }
  }
  // An owned tracked cell that none of the thread's pointers leads to is lost to everyone.
  for (Slot cell : each(frame_.tracked_slots() & view.own)) {
    bool is_held = view.owner[frame_.tracked_index(cell)] != actor_;
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
    if (frame_.addresses) settle_facts(choice);
    if (checks_shapes_) {
      Shape copy = choice.shape;
      HEDDLE_CHECK(copy.close(), "steps lead to consistent shapes");
    }
    (*emit_)(choice);
  });
}

}  // namespace heddle::prove
