// SPDX-License-Identifier: Apache-2.0
#include "prove/beside/native_step.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::prove {

// What an edge does to the one place that it accesses.
struct NativeStep::Access {
  const NativeEvent& event;
  bool is_used = false;
  bool is_fresh = false;  // the edge has made the cell: nobody sees what it writes to it
  // The place after it, as far as the edge says.
  std::optional<NativeValue> pointer, number, version;
  std::optional<bool> mark, held;

  bool reaches(NativeAddress address) {
    if (is_fresh) return true;
    if (event.kind != NativeEvent::Kind::access || event.address != address) return false;
    return is_used = true;
  }
};

namespace {

NativeValue known(std::uint64_t value) { return {value, true}; }
bool may_be(const NativeValue& a, const NativeValue& b) {
  return !a.is_known || !b.is_known || a.value == b.value;
}
bool may_differ(const NativeValue& a, const NativeValue& b) {
  return !a.is_known || !b.is_known || a.value != b.value;
}

}  // namespace

std::uint64_t NativeStep::cut(std::uint64_t value) const {
  return layout_.data_bits < 64 ? value & ((std::uint64_t{1} << layout_.data_bits) - 1) : value;
}

NativeThread NativeStep::entry(const Function& function, std::uint64_t argument) const {
  NativeThread thread{function.entry, std::vector<NativeValue>(function.locals.size())};
  if (function.parameter >= 0)
    thread.locals[static_cast<std::size_t>(function.parameter)] = known(cut(argument));
  return thread;
}

NativeValue NativeStep::pointer(Variable variable, const NativeThread& thread) const {
  if (variable == kNull) return known(0);
  return thread.locals[static_cast<std::size_t>(program_.local_of(variable))];
}

NativeValue NativeStep::data(DataOperand operand, const NativeThread& thread) const {
  if (operand >= 0) return thread.locals[static_cast<std::size_t>(operand)];
  const std::uint64_t top = cut(~std::uint64_t{0});
  const std::uint64_t half = top >> 1;
  switch (operand) {
    case kEmptyData:
      return known(cut(static_cast<std::uint64_t>(layout_.empty_value)));
    case kLeastData:
      return known(layout_.data_is_signed ? half + 1 : 0);
    case kGreatestData:
      return known(layout_.data_is_signed ? half : top);
    default:
      return {};
  }
}

NativeStep::Taken NativeStep::take(const Edge& edge, const NativeEvent& event, NativeThread& thread) const {
  Access access{event};
  for (const Op& op : edge.ops)
    if (!operate(op, access, thread)) return Taken::no;
  if (edge.to == kIdle) {
    if (event.kind != NativeEvent::Kind::return_ || !returns(edge, event, thread)) return Taken::no;
    access.is_used = true;
    thread.locals.clear();
  }
  thread.node = edge.to;
  if (!access.is_used) return Taken::alone;
  if (event.kind != NativeEvent::Kind::access) return Taken::with_event;
  // What it leaves there is what the compiled program left there.
  const std::uint64_t mark_bit = layout_.mark_is_in_next ? 1 : 0;
  const auto now = event.after[0];
  bool fits = true;
  if (access.pointer) fits = may_be(*access.pointer, known(now & ~mark_bit));
  if (access.number) fits = may_be(*access.number, known(cut(now)));
  if (access.held) fits = (now != 0) == *access.held;
  if (access.mark) fits = fits && ((mark_bit != 0 ? now & 1 : now) != 0) == *access.mark;
  if (event.size >= 16)
    fits = fits && may_be(access.version.value_or(known(event.before[1])), known(event.after[1]));
  if (!access.pointer && !access.number && !access.held && !access.mark) fits = now == event.before[0];
  if (access.pointer && !access.mark && mark_bit != 0) fits = fits && ((now ^ event.before[0]) & 1) == 0;
  if (access.mark && !access.pointer && mark_bit != 0) fits = fits && ((now ^ event.before[0]) | 1) == 1;
  return fits ? Taken::with_event : Taken::no;
}

bool NativeStep::returns(const Edge& edge, const NativeEvent& event, const NativeThread& thread) const {
  const int function = program_.function_of[static_cast<std::size_t>(edge.from)];
  if (function < 0 || program_.function(function).role == Role::input) return true;
  const auto [result, status] = event.before;
  if (edge.result == kTrueResult || edge.result == kFalseResult)
    return (result != 0) == (edge.result == kTrueResult);
  const auto is_negative = [](std::uint64_t number, unsigned bits) {
    return (number >> (bits - 1) & 1) != 0;
  };
  if (layout_.out_bytes != 0) {
    const bool has_value = layout_.negative_is_none ? !is_negative(status, layout_.result_bits) : status != 0;
    if (has_value != (edge.result != kEmptyData)) return false;
    return !has_value || may_be(data(edge.result, thread), known(cut(result)));
  }
  if (edge.result != kEmptyData) return may_be(data(edge.result, thread), known(cut(result)));
  const unsigned bits = std::min({layout_.result_bits, std::max(layout_.data_bits, 32U), 64U});
  const std::uint64_t difference = result ^ static_cast<std::uint64_t>(layout_.empty_value);
  return bits < 64 ? (difference & ((std::uint64_t{1} << bits) - 1)) == 0 : difference == 0;
}

// What is only looked at in a point of effect is not looked at by the compiled program.
bool NativeStep::operate(const Op& op, Access& access, NativeThread& thread) const {
  const auto local = [&](int index) -> NativeValue& {
    return thread.locals[static_cast<std::size_t>(index)];
  };
  const auto is_shared = [&](Variable variable) { return variable > kNull && !program_.is_local(variable); };
  if (op.with_effect) {
    if (const Uses uses = uses_of(op, program_); uses.writes >= 0) local(uses.writes) = {};
    if (op.action != Action::assume_flag) return true;
  }
  switch (op.action) {
    case Action::assign:
      if (is_shared(op.a) || is_shared(op.b)) return operate_on_memory(op, access, thread);
      local(program_.local_of(op.a)) = pointer(op.b, thread);
      return true;
    case Action::assume_equal:
    case Action::assume_different: {
      if (is_shared(op.a) || is_shared(op.b)) return operate_on_memory(op, access, thread);
      const NativeValue a = pointer(op.a, thread), b = pointer(op.b, thread);
      return op.action == Action::assume_equal ? may_be(a, b) : may_differ(a, b);
    }
    case Action::allocate:
      if (access.event.kind != NativeEvent::Kind::allocate) return false;
      access.is_used = access.is_fresh = true;
      local(program_.local_of(op.a)) = known(access.event.address);
      return true;
    case Action::release:
      if (access.event.kind != NativeEvent::Kind::free) return program_.reclaims;
      return access.is_used = may_be(pointer(op.a, thread), known(access.event.address));
    case Action::copy_data:
      local(op.a) = data(op.b, thread);
      return true;
    case Action::copy_age:
    case Action::copy_flag:
      local(op.a) = local(op.b);
      return true;
    case Action::set_flag:
      local(op.a) = known(op.b != 0 ? 1 : 0);
      return true;
    case Action::assume_flag:
      return may_be(local(op.a), known(op.b != 0 ? 1 : 0));
    case Action::assume_order: {
      const NativeValue a = data(op.a, thread), b = data(op.b, thread);
      if (!a.is_known || !b.is_known) return true;
      const std::uint64_t flip = layout_.data_is_signed ? std::uint64_t{1} << (layout_.data_bits - 1) : 0;
      const auto left = a.value ^ flip, right = b.value ^ flip;
      return (op.c & (left < right ? kLess : left == right ? kSame : kGreater)) != 0;
    }
    case Action::fail:
      return false;
    case Action::linearize:
    case Action::linearize_if:
    case Action::touch:
    case Action::retire:
    case Action::protect:
    case Action::enter:
    case Action::leave:
      return true;
    default:
      return operate_on_memory(op, access, thread);
  }
}

bool NativeStep::operate_on_memory(const Op& op, Access& access, NativeThread& thread) const {
  const auto local = [&](int index) -> NativeValue& {
    return thread.locals[static_cast<std::size_t>(index)];
  };
  const auto is_shared = [&](Variable variable) { return variable > kNull && !program_.is_local(variable); };
  const auto shared = [&](Variable variable) {
    return access.reaches(trace_.shared[static_cast<std::size_t>(variable - 1)]);
  };
  const auto cell = [&](Variable variable, const std::optional<NativeField>& field) {
    const NativeValue base = pointer(variable, thread);
    return base.is_known && base.value != 0 && field &&
           access.reaches(base.value + static_cast<std::uint64_t>(field->offset));
  };
  const auto lock = [&](int index) { return access.reaches(trace_.locks[static_cast<std::size_t>(index)]); };
  const auto& mark_field = layout_.mark_is_in_next ? layout_.next : layout_.mark;
  const std::uint64_t mark_bit = layout_.mark_is_in_next ? 1 : 0;
  const NativeValue before = access.is_fresh ? NativeValue() : known(access.event.before[0] & ~mark_bit);
  const NativeValue version =
      access.is_fresh || access.event.size < 16 ? NativeValue() : known(access.event.before[1]);
  const auto is_held = access.event.before[0] != 0;
  switch (op.action) {
    case Action::assign:
      if (is_shared(op.b)) {
        if (is_shared(op.a) || !shared(op.b)) return false;
        local(program_.local_of(op.a)) = access.pointer ? *access.pointer : before;
        return true;
      }
      access.pointer = pointer(op.b, thread);
      return shared(op.a);
    case Action::assume_equal:
    case Action::assume_different: {
      const Variable place = is_shared(op.a) ? op.a : op.b;
      const Variable other = is_shared(op.a) ? op.b : op.a;
      if (is_shared(other) || !shared(place)) return false;
      const NativeValue value = pointer(other, thread);
      return op.action == Action::assume_equal ? may_be(before, value) : may_differ(before, value);
    }
    case Action::load_next:
      if (!cell(op.b, layout_.next)) return false;
      local(program_.local_of(op.a)) = before;
      return true;
    case Action::store_next:
      access.pointer = pointer(op.b, thread);
      return cell(op.a, layout_.next);
    case Action::load_data:
      if (!cell(op.b, layout_.data)) return false;
      local(op.a) = access.is_fresh ? NativeValue() : known(cut(access.event.before[0]));
      return true;
    case Action::store_data:
      access.number = data(op.b, thread);
      return cell(op.a, layout_.data);
    case Action::load_age:
      local(op.a) = version;
      return op.next ? cell(op.b, layout_.next) : shared(op.b);
    case Action::assume_same_age:
    case Action::assume_other_age:
      if (op.next ? !cell(op.b, layout_.next) : !shared(op.b)) return false;
      return op.action == Action::assume_same_age ? may_be(local(op.a), version)
                                                  : may_differ(local(op.a), version);
    case Action::raise_age:
      access.version = version.is_known ? known(version.value + 1) : version;
      return op.next ? cell(op.a, layout_.next) : shared(op.a);
    case Action::forget_age:
      access.version = NativeValue();
      return op.next ? cell(op.a, layout_.next) : shared(op.a);
    case Action::assume_mark: {
      if (!cell(op.a, mark_field)) return false;
      const std::uint64_t value = access.event.before[0];
      return access.is_fresh || ((mark_bit != 0 ? value & 1 : value) != 0) == (op.b != 0);
    }
    case Action::store_mark:
      access.mark = op.b != 0;
      return cell(op.a, mark_field);
    case Action::lock:
    case Action::take_flag:
      access.held = true;
      return lock(op.a) && !is_held;
    case Action::unlock:
    case Action::clear_flag:
      access.held = false;
      return lock(op.a);
    case Action::assume_held:
      return lock(op.a) && is_held == (op.b != 0);
    case Action::lock_cell:
      access.held = true;
      return cell(op.a, layout_.lock) && !is_held;
    case Action::unlock_cell:
    case Action::make_lock:
      access.held = false;
      return cell(op.a, layout_.lock);
    default:
      return false;
  }
}

std::string NativeStep::describe(const NativeEvent& event) const {
  switch (event.kind) {
    case NativeEvent::Kind::return_:
      return fmt::format("returns {}", static_cast<std::int64_t>(event.before[0]));
    case NativeEvent::Kind::allocate:
      return "allocates a cell";
    case NativeEvent::Kind::free:
      return "frees a cell";
    default:
      break;
  }
  std::string place = "a field of a cell";
  for (std::size_t i = 0; i < trace_.shared.size(); ++i)
    if (trace_.shared[i] == event.address) place = program_.shared[i];
  for (std::size_t i = 0; i < trace_.locks.size(); ++i)
    if (trace_.locks[i] == event.address) place = program_.locks[i];
  return fmt::format("accesses {}, which is {:#x} before and {:#x} after it", place, event.before[0],
                     event.after[0]);
}

}  // namespace heddle::prove
