// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/step.h"

#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "prove/domain/step_split.h"

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

void Stepper::split_all(View& view, const Emit& emit) {
  for (Slot x : each(view.shape.used())) {
    const Slots open = view.shape.all_single(x);
    if (open == 0) continue;
    split_row(view, x, open, [&](View& choice) { split_all(choice, emit); });
    return;
  }
  emit(view);
}

void Stepper::raise(FindingKind kind, std::string message, int line, bool is_limit) {
  // An interferer's alarm is not the victim's: the branch is certain to be wrong for every state it stands
  // for, so the interferer's own view, which stands for the same states, raises it, or there are no such
  // states.
  if (is_interferer_ && !is_limit) return;
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

void Stepper::forget_slot(View& view, Slot slot) const {
  if (frame_.addresses) view.reclamation.forget(slot);
  view.own &= ~bit(slot);
  forget_rights(view, slot);
  for (auto& row : view.ages) row[1][static_cast<std::size_t>(slot)] = kAnyAge;
}

void Stepper::copy_facts(View& view, Slot into, Slot from) {
  forget_slot(view, into);
  if (into == from) return;
  if (frame_.addresses) view.reclamation.copy(into, from);
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
}

// The tracked cell is now x's.
void Stepper::track(View& view, Slot tracked, Slot x) {
  view.shape.add_copy(tracked, x);
  copy_facts(view, tracked, x);
  forget_rights(view, tracked);
  view.owner[frame_.tracked_index(tracked)] = static_cast<std::uint8_t>(actor_);
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
    case Action::touch:
      return touch(view, op, index);
    case Action::fail: {
      const Failure& failure = program_.failures[static_cast<std::size_t>(op.a)];
      return raise(failure.kind, failure.message, op.line);
    }
    case Action::lock:
    case Action::unlock:
    case Action::assume_held:
    case Action::take_flag:
    case Action::clear_flag:
      return lock_op(view, op, index);
    case Action::retire:
    case Action::protect:
    case Action::enter:
    case Action::leave:
      return guard_op(view, op, index);
    case Action::linearize:
    case Action::linearize_if:
      return effect_op(view, op, index);
    case Action::assume_order:
    case Action::assume_mark:
    case Action::store_mark:
    case Action::make_lock:
    case Action::lock_cell:
    case Action::unlock_cell:
      break;
  }
  HEDDLE_CHECK(false, "sets have steps of their own");
}

void Stepper::begin(const Edge& edge, const View& view, const Emit& emit, int part) {
  edge_ = &edge, emit_ = &emit, actor_ = part;
  function_ = program_.function_of[static_cast<std::size_t>(edge.from)];
  View start = view;
  start.is_felt = false;
  start.was_reachable.fill(0);
  start.has_noted = false;
  go(start, 0);
}

void Stepper::take(const Edge& edge, const View& view, const Emit& emit) {
  is_interferer_ = false;
  begin(edge, view, emit, 0);
}

void Stepper::interfere(const Edge& edge, const View& view, const Emit& emit, int part) {
  is_interferer_ = true;
  begin(edge, view, emit, part);
}

void Stepper::call(const View& view, const Emit& emit) {
  for (std::size_t index = 0; index < program_.functions.size(); ++index) {
    const Function& callee = program_.functions[index];
    for (Value value : {Value::other, Value::first, Value::second}) {
      if (value != Value::other &&
          (callee.role == Role::output || !observer_.may_input(view.observed, value)))
        continue;
      // Values are input at most once: not what the other thread of the view brings, nor what is in a cell
      // that everyone can see.
      if (value != Value::other && view.parts[1].input == value) continue;
      if (value != Value::other &&
          !view.shape.is(frame_.slot_of_tracked(value == Value::first ? 0 : 1), kGarbageSlot, kEqual))
        continue;
      View entered = view;
      Part& part = entered.parts[0];
      part.node = callee.entry;
      part.input = value;
      Edge entry;  // for the slots of locals that are live without a value
      entry.to = callee.entry;
      is_interferer_ = false;
      edge_ = &entry, emit_ = &emit, actor_ = 0, function_ = static_cast<int>(index);
      for (std::size_t local = 0; local < callee.locals.size(); ++local)
        if (callee.locals[local].kind == LocalKind::data)
          part.value[local] = static_cast<std::uint8_t>(Value::undefined);
      if (callee.role == Role::input && callee.parameter >= 0)
        part.value[static_cast<std::size_t>(callee.parameter)] = static_cast<std::uint8_t>(value);
      entered.was_reachable.fill(0);
      finish(entered);
    }
  }
}

}  // namespace heddle::prove
