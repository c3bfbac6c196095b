// SPDX-License-Identifier: Apache-2.0
// Locals, keys, marks and locks; what a step begins and ends with. Memory is in set_step_memory.cpp.
#include "prove/sets/set_step.h"

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::prove::sets {
namespace {

using finding::Kind;

}  // namespace

void SetStepper::raise(Kind kind, std::string message, int line, bool is_limit) {
  // What goes wrong in an interfering step goes wrong in the view of the thread that takes it.
  if (actor_ == 1 && !is_limit) return;
  if (!alarm_) alarm_ = Alarm{kind, std::move(message), line, is_limit};
}

KeyValue SetStepper::key_of(const SetView& view, DataOperand operand) const {
  if (operand == kLeastData) return {-1, kLeast, kLeast};
  if (operand == kGreatestData) return {-1, kGreatest, kGreatest};
  if (operand < 0) return {};
  KeyValue value = actor(view).keys[at(operand)];
  if (value.slot >= 0) {
    value.key &= view.key[at(value.slot)];
    value.to_argument &= actor(view).to_argument[at(value.slot)];
  }
  return value;
}

bool SetStepper::is_less(const SetView& view, Slot x, Slot y) const {
  if (((view.key[at(x)] | view.key[at(y)]) & kUnwritten) != 0) return false;
  const SetPart& part = actor(view);
  int ways = orders(view.key[at(x)], view.key[at(y)]);
  if (part.argument != 0) ways &= orders(part.to_argument[at(x)], part.to_argument[at(y)]);
  return ways == kLess || (view.shape.at(x, y) & ~kAhead) == 0;
}

void SetStepper::key_op(SetView& view, const Op& op, std::size_t index) {
  if (op.action == Action::copy_data) {
    actor(view).set_key(op.a, key_of(view, op.b));
    return go(view, index + 1);
  }
  const bool is_load = op.action == Action::load_data;
  const Slot x = slot_of(view, is_load ? op.b : op.a);
  on_cell(view, x, op.line, is_load ? "reads" : "writes", [&](SetView& v) {
    if (is_load) {
      actor(v).set_key(op.a, {static_cast<std::int8_t>(x), v.key[at(x)], actor(v).to_argument[at(x)]});
      return go(v, index + 1);
    }
    if ((actor(v).own & bit(x)) == 0)
      return raise(Kind::linearizability,
                   "changes the key of a cell that others may know, which the prover cannot follow", op.line);
    if (v.key[at(x)] != kUnwritten)
      return raise(Kind::linearizability, "may write the key of a cell a second time, which is not followed",
                   op.line);
    const KeyValue value = key_of(v, op.b);
    bool has_next = false;  // in sight
    for (Slot y : each(v.shape.used())) has_next |= v.shape.is(x, y, kNext);
    if (!has_next) return raise(Kind::linearizability, "the list may be out of order", op.line);
    for (Slot alias : each(v.shape.aliases(x))) {
      v.key[at(alias)] = value.key;
      for (SetPart& part : v.parts) part.to_argument[at(alias)] = kAnyKey | kUnwritten;
      actor(v).to_argument[at(alias)] = value.to_argument;
    }
    for (Slot y : each(v.shape.used())) {
      if (y == x || !is_cell(v, y) || ((v.key[at(x)] | v.key[at(y)]) & kUnwritten) != 0) continue;
      if ((v.shape.may(x, y, kAhead) && !v.shape.is(x, y, kEqual)) || v.shape.may(y, x, kAhead)) {
        SetView apart = v;  // so that the order is not taken from the list
        apart.shape.set(x, y, kUnrelated);
        if (v.shape.may(x, y, kAhead) ? !is_less(apart, x, y) : !is_less(apart, y, x))
          return raise(Kind::linearizability, "the list may be out of order", op.line);
      }
    }
    next(v, index);
  });
}

void SetStepper::order(SetView& view, const Op& op, std::size_t index) {
  KeyValue a = key_of(view, op.a);
  KeyValue b = key_of(view, op.b);
  if (((a.key | b.key) & kUnwritten) != 0)
    return raise(Kind::uninitialised_read, "may compare a key that was never written", op.line);
  int ways = op.c & orders(a.key, b.key);
  if (actor(view).argument != 0) ways &= orders(a.to_argument, b.to_argument);
  if (a.slot >= 0 && b.slot >= 0 && is_cell(view, a.slot) && is_cell(view, b.slot)) {
    const Relations relation = view.shape.at(a.slot, b.slot);
    if (relation == kEqual) ways &= kSame;
    if ((relation & ~kAhead) == 0) ways &= kLess;
    if ((relation & ~kBehind) == 0) ways &= kGreater;
  }
  if (ways == 0) return;
  const int back =
      (ways & kSame) | ((ways & kLess) != 0 ? kGreater : 0) | ((ways & kGreater) != 0 ? kLess : 0);
  const auto narrow = [&](KeyValue& value, const KeyValue& other, int how, DataOperand operand) {
    value.key = narrowed(value.key, other.key, how);
    if (actor(view).argument != 0) value.to_argument = narrowed(value.to_argument, other.to_argument, how);
    if (value.key == 0 || value.to_argument == 0) return false;
    if (operand >= 0) actor(view).set_key(operand, value);
    if (value.slot >= 0) {
      view.key[at(value.slot)] &= value.key;
      if (actor(view).argument != 0) actor(view).to_argument[at(value.slot)] &= value.to_argument;
      if (view.key[at(value.slot)] == 0 || actor(view).to_argument[at(value.slot)] == 0) return false;
    }
    return true;
  };
  const KeyValue before = a;
  if (!narrow(a, b, ways, op.a) || !narrow(b, before, back, op.b)) return;
  next(view, index);
}

void SetStepper::compare(SetView& view, const Op& op, std::size_t index) {
  const bool wants_equal = op.action == Action::assume_equal;
  const Slot x = slot_of(view, op.a);
  const Slot y = slot_of(view, op.b);
  if (alarm_) return;
  for (Slot slot : {x, y})
    for (Slot end : {kGarbageSlot, kFreedSlot})
      if (view.shape.may(slot, end, kEqual))
        return raise(
            Kind::strong_pointer_race,
            end == kGarbageSlot ? "compares an undefined pointer" : "compares a pointer to freed memory",
            op.line);
  if (x == y) {
    if (wants_equal) go(view, index + 1);
    return;
  }
  if (view.shape.restrict(x, y, wants_equal ? kEqual : static_cast<Relations>(~kEqual))) next(view, index);
}

void SetStepper::mark_op(SetView& view, const Op& op, std::size_t index) {
  const Slot x = slot_of(view, op.a);
  const bool is_read = op.action == Action::assume_mark;
  const Marks value = op.b != 0 ? kMarked : kNotMarked;
  on_cell(view, x, op.line, is_read ? "reads" : "writes", [&](SetView& v) {
    if (is_read) {
      if ((actor(v).own & bit(x)) != 0 && (v.mark[at(x)] & kMarkUnwritten) != 0)
        return raise(Kind::uninitialised_read, "may read a mark that was never written", op.line);
      v.mark[at(x)] &= value;
      if (v.mark[at(x)] != 0) next(v, index);
      return;
    }
    split_row(v, x, [&](SetView& choice) {
      if ((actor(choice).own & bit(x)) == 0) {
        choice.is_felt = true;
        if (value == kNotMarked && frame_.unmarked_is_reachable && !is_reached(choice, x, frame_))
          return raise(Kind::linearizability, "takes the mark off a cell that may be out of the list",
                       op.line);
      }
      for (Slot alias : each(choice.shape.aliases(x))) choice.mark[at(alias)] = value;
      next(choice, index);
    });
  });
}

void SetStepper::lock_op(SetView& view, const Op& op, std::size_t index) {
  SetPart& part = actor(view);
  const std::uint32_t lock = 1U << op.a;
  const bool is_mine = (part.locks & lock) != 0;
  const bool is_others = (view.parts[at(1 - actor_)].locks & lock) != 0;
  switch (op.action) {
    case Action::assume_held:
      if (op.b == 0 && (is_mine || is_others)) return;
      return go(view, index + 1);
    case Action::lock:
      if (is_mine) return raise(Kind::lock_misuse, "locks what it holds already", op.line);
      if (part.locked != 0)
        return raise(Kind::deadlock, "locks may be taken in an order that can block", op.line);
      [[fallthrough]];
    case Action::take_flag:
      if (is_mine || is_others) return;
      part.locks |= lock;
      return go(view, index + 1);
    default:
      if (!is_mine) return raise(Kind::lock_misuse, "unlocks what it does not hold", op.line);
      part.locks &= ~lock;
      return go(view, index + 1);
  }
}

void SetStepper::cell_lock_op(SetView& view, const Op& op, std::size_t index) {
  const Slot x = slot_of(view, op.a);
  on_cell(view, x, op.line, op.action == Action::lock_cell ? "locks" : "unlocks", [&](SetView& v) {
    split_row(v, x, [&](SetView& choice) {
      SetPart& part = actor(choice);
      const Slots same = choice.shape.aliases(x) & ~(bit(kEnds) - 1);
      const bool is_owned = (part.own & bit(x)) != 0;
      if (op.action == Action::make_lock) {
        if (!is_owned || (part.locked & bit(x)) != 0)
          return raise(Kind::lock_misuse, "makes a lock anew that others may hold", op.line);
        choice.made |= same;
        return go(choice, index + 1);
      }
      if (is_owned && (choice.made & bit(x)) == 0)
        return raise(Kind::lock_misuse, "may use a lock that was never made", op.line);
      const bool is_held = (part.locked & same) != 0;
      if (op.action == Action::unlock_cell) {
        if (!is_held) return raise(Kind::lock_misuse, "may unlock what it does not hold", op.line);
        part.locked &= ~same;
        return go(choice, index + 1);
      }
      if (is_held) return raise(Kind::lock_misuse, "may lock what it holds already", op.line);
      if ((choice.parts[at(1 - actor_)].locked & same) != 0) return;  // waits
      for (Slot held : each(part.locked))
        if (!is_less(choice, held, x))
          return raise(Kind::deadlock, "locks of cells may be taken in an order that can block", op.line);
      part.locked |= same;
      go(choice, index + 1);
    });
  });
}

void SetStepper::go(SetView& view, std::size_t index) {
  if (alarm_) return;
  if (index == edge_->ops.size()) return finish(view);
  const Op& op = edge_->ops[index];
  SetPart& part = actor(view);
  switch (op.action) {
    case Action::assign:
      if (!program_.is_local(op.a)) return assign_shared(view, op, index);
      [[fallthrough]];
    case Action::load_next:
    case Action::allocate:
      return pointer_op(view, op, index);
    case Action::store_next:
      return store_next(view, op, index);
    case Action::release:
      return release(view, op, index);
    case Action::load_data:
    case Action::store_data:
    case Action::copy_data:
      return key_op(view, op, index);
    case Action::assume_order:
      return order(view, op, index);
    case Action::assume_equal:
    case Action::assume_different:
      return compare(view, op, index);
    case Action::set_flag:
      part.flag[at(op.a)] = op.b != 0 ? 1 : 0;
      return go(view, index + 1);
    case Action::copy_flag:
      part.flag[at(op.a)] = part.flag[at(op.b)];
      return go(view, index + 1);
    case Action::assume_flag:
      if ((part.flag[at(op.a)] != 0) == (op.b != 0)) go(view, index + 1);
      return;
    case Action::lock:
    case Action::unlock:
    case Action::assume_held:
    case Action::take_flag:
    case Action::clear_flag:
      return lock_op(view, op, index);
    case Action::make_lock:
    case Action::lock_cell:
    case Action::unlock_cell:
      return cell_lock_op(view, op, index);
    case Action::assume_mark:
    case Action::store_mark:
      return mark_op(view, op, index);
    case Action::touch:
      return on_cell(view, slot_of(view, op.a), op.line, op.b != 0 ? "writes" : "reads",
                     [&](SetView& v) { go(v, index + 1); });
    case Action::fail: {
      const Failure& failure = program_.failures[at(op.a)];
      return raise(failure.kind, failure.message, op.line);
    }
    default:
      return raise(Kind::linearizability, "neither version counters nor retired cells of sets are followed",
                   op.line, true);
  }
}

void SetStepper::begin(const Edge& edge, const SetView& view, const Emit& emit, int part) {
  edge_ = &edge, emit_ = &emit, actor_ = part;
  function_ = program_.function_of[at(edge.from)];
  SetView start = view;
  start.is_felt = false;
  start.was_in = is_in(view, frame_);
  go(start, 0);
}

void SetStepper::call(const SetView& view, const Emit& emit) {
  for (std::size_t index = 0; index < program_.functions.size(); ++index)
    for (const Places argument : {kBelow, kEqualKey, kAbove}) {
      const Function& callee = program_.functions[index];
      SetView entered = view;
      SetPart& part = entered.parts[0];
      part = SetPart();
      part.node = callee.entry;
      part.argument = argument;
      if (argument == kEqualKey) part.seen = is_in(view, frame_) ? kSeenIn : kSeenOut;
      part.set_key(callee.parameter, {-1, argument, kEqualKey});
      Edge entry;
      entry.to = callee.entry;
      edge_ = &entry, emit_ = &emit, actor_ = 0, function_ = static_cast<int>(index);
      if (refine(entered, frame_) && drop_locals(entered)) settle(entered);
    }
}

// Whether k is in has changed by this step: is it this call's to change?
bool SetStepper::note_change(SetView& view) {
  const bool now = is_in(view, frame_);
  if (now == view.was_in) return true;
  view.is_felt = true;
  SetPart& part = actor(view);
  if (actor_ == 0) {
    const Role wanted = now ? Role::insert : Role::remove;
    if (function_ == -2) {
      raise(Kind::linearizability, "the set does not start empty", edge_->line);
      return false;
    }
    if (part.argument != kEqualKey || function().role != wanted || part.has_changed) {
      raise(Kind::linearizability,
            fmt::format("a key is {} by a call that should not", now ? "put in" : "taken out"), edge_->line);
      return false;
    }
    part.has_changed = true;
  }
  for (SetPart& one : view.parts)
    if (one.node != kIdle && one.argument == kEqualKey) one.seen |= now ? kSeenIn : kSeenOut;
  return true;
}

bool SetStepper::finish_call(SetView& view) {
  SetPart& part = actor(view);
  const bool result = edge_->result == kTrueResult;
  if (actor_ == 0 && (part.locks != 0 || part.locked != 0)) {
    raise(Kind::lock_misuse, "a call may return with a lock held", edge_->line);
    return false;
  }
  if (actor_ == 0 && function_ != -2 && part.argument == kEqualKey) {
    const Role role = function().role;
    const std::uint8_t needed = (role == Role::insert) != result ? kSeenIn : kSeenOut;
    const bool is_right = role == Role::contains ? (part.seen & (result ? kSeenIn : kSeenOut)) != 0
                          : result               ? part.has_changed
                                                 : !part.has_changed && (part.seen & needed) != 0;
    if (!is_right) {
      raise(Kind::linearizability,
            fmt::format("{} may return {} although it should not", function().name, result), edge_->line);
      return false;
    }
  }
  return true;
}

bool SetStepper::drop_locals(SetView& view) {
  SetPart& part = actor(view);
  const bool leaves = edge_->to == kIdle || actor_ == 1;
  std::array<bool, kMaxSetLocals> is_live{};
  if (!leaves)
    for (int local : live_[at(edge_->to)]) is_live[at(local)] = true;
  Slots kept = 0;
  for (std::size_t local = 0; local < function().locals.size(); ++local) {
    if (function().locals[local].kind != LocalKind::pointer || !is_live[local]) continue;
    slot_of(view, program_.local_variable(static_cast<int>(local)));  // what was never written is garbage
    if (alarm_) return false;
    kept |= bit(part.slot[local]);
  }
  for (std::size_t local = 0; local < function().locals.size(); ++local) {
    if (is_live[local]) continue;
    part.flag[local] = 0;
    part.set_key(static_cast<int>(local), {});
    if (part.slot[local] < 0) continue;
    const Slot slot = std::exchange(part.slot[local], std::int8_t{-1});
    if (!leaves && (part.locked & bit(slot)) != 0 && (view.shape.aliases(slot) & kept) == 0) {
      raise(Kind::lock_misuse, "loses a cell that it has locked", edge_->line);
      return false;
    }
    remove_slot(view, slot);
  }
  return true;
}

void SetStepper::finish(SetView& view) {
  if (frame_.has_marks && is_cell(view, frame_.member()) &&
      (view.mark[at(frame_.member())] & (view.mark[at(frame_.member())] - 1)) != 0) {
    for (const Marks mark : {kNotMarked, kMarked}) {
      SetView choice = view;
      choice.mark[at(frame_.member())] &= mark;
      if (refine(choice, frame_)) finish(choice);
    }
    return;
  }
  if (!note_change(view)) return;
  if (edge_->to == kIdle && !finish_call(view)) return;
  if (!drop_locals(view)) return;
  SetPart& part = actor(view);
  part.node = edge_->to;
  if (edge_->to == kIdle || actor_ == 1) part = SetPart();
  if (actor_ == 1) view.has_two = false;
  settle(view);
}

void SetStepper::settle(SetView& view) {
  if (alarm_) return;
  split_all(view, [&](SetView& choice) { (*emit_)(choice); });
}

}  // namespace heddle::prove::sets
