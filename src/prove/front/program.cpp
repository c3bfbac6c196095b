// SPDX-License-Identifier: Apache-2.0
#include "prove/front/program.h"

#include <fmt/format.h>

namespace heddle::prove {
namespace {

bool is_pointer(Variable variable, const Program& program, const Function& function) {
  if (variable < 0) return false;
  if (!program.is_local(variable)) return true;
  const auto local = static_cast<std::size_t>(program.local_of(variable));
  return local < function.locals.size() && function.locals[local].kind == LocalKind::pointer;
}

bool is_kind(int local, LocalKind kind, const Function& function) {
  return local >= 0 && static_cast<std::size_t>(local) < function.locals.size() &&
         function.locals[static_cast<std::size_t>(local)].kind == kind;
}

bool is_data(DataOperand operand, const Function& function) {
  return (operand < 0 && operand >= kGreatestData) || is_kind(operand, LocalKind::data, function);
}

std::string pointer_name(Variable variable, const Program& program, const Function& function) {
  if (variable == kNull) return "NULL";
  if (!program.is_local(variable)) return program.shared[static_cast<std::size_t>(variable) - 1];
  return function.locals[static_cast<std::size_t>(program.local_of(variable))].name;
}

std::string data_name(DataOperand operand, const Function& function) {
  if (operand == kEmptyData) return "EMPTY";
  if (operand == kUndefinedData) return "undefined";
  if (operand == kLeastData || operand == kGreatestData) return operand == kLeastData ? "-∞" : "+∞";
  if (operand == kFalseResult || operand == kTrueResult) return operand == kFalseResult ? "false" : "true";
  return function.locals[static_cast<std::size_t>(operand)].name;
}

bool operands_fit(const Op& op, const Program& program, const Function& function) {
  const auto pointer = [&](int operand) { return is_pointer(operand, program, function); };
  const auto variable = [&](int operand) { return pointer(operand) && operand != kNull; };
  const auto location = [&](int operand) {
    return variable(operand) && (op.next || !program.is_local(operand));
  };
  switch (op.action) {
    case Action::assign:
      return variable(op.a) && pointer(op.b);
    case Action::load_next:
      return variable(op.a) && variable(op.b);
    case Action::store_next:
      return variable(op.a) && pointer(op.b);
    case Action::allocate:
    case Action::release:
      return variable(op.a);
    case Action::load_data:
      return is_kind(op.a, LocalKind::data, function) && variable(op.b);
    case Action::store_data:
      return variable(op.a) && is_data(op.b, function);
    case Action::copy_data:
      return is_kind(op.a, LocalKind::data, function) && is_data(op.b, function);
    case Action::assume_equal:
    case Action::assume_different:
      return pointer(op.a) && pointer(op.b);
    case Action::load_age:
    case Action::assume_same_age:
    case Action::assume_other_age:
      return is_kind(op.a, LocalKind::age, function) && location(op.b);
    case Action::copy_age:
      return is_kind(op.a, LocalKind::age, function) && is_kind(op.b, LocalKind::age, function);
    case Action::raise_age:
    case Action::forget_age:
      return location(op.a);
    case Action::set_flag:
    case Action::assume_flag:
      return is_kind(op.a, LocalKind::flag, function);
    case Action::copy_flag:
      return is_kind(op.a, LocalKind::flag, function) && is_kind(op.b, LocalKind::flag, function);
    case Action::lock:
    case Action::unlock:
    case Action::assume_held:
    case Action::take_flag:
    case Action::clear_flag:
      return op.a >= 0 && static_cast<std::size_t>(op.a) < program.locks.size();
    case Action::linearize:
      return is_data(op.a, function);
    case Action::linearize_if:
      return is_data(op.a, function) && (op.b < 0 || (pointer(op.b) && pointer(op.c)));
    case Action::touch:
      return variable(op.a);
    case Action::assume_order:
      return is_data(op.a, function) && is_data(op.b, function);
    case Action::assume_mark:
    case Action::store_mark:
    case Action::make_lock:
    case Action::lock_cell:
    case Action::unlock_cell:
      return variable(op.a);
    case Action::fail:
      return op.a >= 0 && static_cast<std::size_t>(op.a) < program.failures.size();
    case Action::retire:
      return variable(op.a) && program.reclaims;
    case Action::protect:
      return op.a >= 0 && op.a < kMaxHazards && pointer(op.b) && program.reclaims;
    case Action::enter:
    case Action::leave:
      return program.reclaims;
  }
  return false;
}

}  // namespace

std::string name(Kind kind) { return kind == Kind::stack ? "stack" : kind == Kind::queue ? "queue" : "set"; }

Uses uses_of(const Op& op, const Program& program) {
  Uses uses;
  const auto read_pointer = [&](Variable variable) {
    if (variable > 0 && program.is_local(variable)) uses.reads.push_back(program.local_of(variable));
  };
  const auto write_pointer = [&](Variable variable) {
    if (program.is_local(variable)) uses.writes = program.local_of(variable);
  };
  const auto read_local = [&](int local) {
    if (local >= 0) uses.reads.push_back(local);
  };
  switch (op.action) {
    case Action::assign:
    case Action::load_next:
      read_pointer(op.b), write_pointer(op.a);
      break;
    case Action::store_next:
      read_pointer(op.a), read_pointer(op.b), read_pointer(op.c);
      break;
    case Action::assume_equal:
    case Action::assume_different:
      read_pointer(op.a), read_pointer(op.b);
      break;
    case Action::allocate:
      write_pointer(op.a);
      break;
    case Action::release:
    case Action::raise_age:
    case Action::forget_age:
      read_pointer(op.a);
      break;
    case Action::load_data:
      read_pointer(op.b), uses.writes = op.a;
      break;
    case Action::store_data:
      read_pointer(op.a), read_local(op.b);
      break;
    case Action::copy_data:
    case Action::copy_age:
    case Action::copy_flag:
      read_local(op.b), uses.writes = op.a;
      break;
    case Action::load_age:
      read_pointer(op.b), uses.writes = op.a;
      break;
    case Action::assume_same_age:
    case Action::assume_other_age:
      read_pointer(op.b), read_local(op.a);
      break;
    case Action::set_flag:
      uses.writes = op.a;
      break;
    case Action::assume_flag:
      read_local(op.a);
      break;
    case Action::lock:
    case Action::unlock:
    case Action::assume_held:
    case Action::take_flag:
    case Action::clear_flag:
    case Action::fail:
    case Action::enter:
    case Action::leave:
      break;
    case Action::protect:
      read_pointer(op.b);
      break;
    case Action::assume_order:
      read_local(op.a), read_local(op.b);
      break;
    case Action::retire:
    case Action::touch:
    case Action::assume_mark:
    case Action::store_mark:
    case Action::make_lock:
    case Action::lock_cell:
    case Action::unlock_cell:
      read_pointer(op.a);
      break;
    case Action::linearize:
      read_local(op.a);
      break;
    case Action::linearize_if:
      read_local(op.a);
      if (op.b >= 0) read_pointer(op.b), read_pointer(op.c);
      break;
  }
  return uses;
}

base::Result<void> check(const Program& program) {
  for (const Edge& edge : program.edges) {
    const auto nodes = static_cast<NodeId>(program.nodes());
    if (edge.from <= kIdle || edge.from >= nodes || edge.to < kIdle || edge.to >= nodes)
      return base::failure(base::ErrorCode::malformed, "a step leads outside the program", program.file);
    const int owner = program.function_of[static_cast<std::size_t>(edge.from)];
    if (edge.to != kIdle && program.function_of[static_cast<std::size_t>(edge.to)] != owner)
      return base::failure(base::ErrorCode::malformed, "a step leads into another function", program.file);
    for (const Op& op : edge.ops)
      if (!operands_fit(op, program, program.function(owner)))
        return base::failure(base::ErrorCode::malformed, "an operation's operands do not fit it",
                             fmt::format("{}:{}", program.file, op.line));
  }
  return {};
}

std::string describe(const Op& op, const Program& program, const Function& function) {
  const auto pointer = [&](int operand) { return pointer_name(operand, program, function); };
  const auto local = [&](int operand) { return function.locals[static_cast<std::size_t>(operand)].name; };
  const auto data = [&](int operand) { return data_name(operand, function); };
  const auto location = [&](int operand) { return pointer(operand) + (op.next ? ".next" : ""); };
  switch (op.action) {
    case Action::assign:
      return fmt::format("{} = {}", pointer(op.a), pointer(op.b));
    case Action::load_next:
      return fmt::format("{} = {}.next", pointer(op.a), pointer(op.b));
    case Action::store_next:
      return fmt::format("{}.next = {}", pointer(op.a), pointer(op.b));
    case Action::allocate:
      return fmt::format("{} = new cell", pointer(op.a));
    case Action::release:
      return fmt::format("free {}", pointer(op.a));
    case Action::load_data:
      return fmt::format("{} = {}.data", local(op.a), pointer(op.b));
    case Action::store_data:
      return fmt::format("{}.data = {}", pointer(op.a), data(op.b));
    case Action::copy_data:
      return fmt::format("{} = {}", local(op.a), data(op.b));
    case Action::assume_equal:
      return fmt::format("{} == {}", pointer(op.a), pointer(op.b));
    case Action::assume_different:
      return fmt::format("{} != {}", pointer(op.a), pointer(op.b));
    case Action::load_age:
      return fmt::format("{} = age of {}", local(op.a), location(op.b));
    case Action::copy_age:
      return fmt::format("{} = {}", local(op.a), local(op.b));
    case Action::assume_same_age:
      return fmt::format("{} == age of {}", local(op.a), location(op.b));
    case Action::assume_other_age:
      return fmt::format("{} != age of {}", local(op.a), location(op.b));
    case Action::raise_age:
      return fmt::format("age of {} += 1", location(op.a));
    case Action::forget_age:
      return fmt::format("age of {} = any", location(op.a));
    case Action::set_flag:
      return fmt::format("{} = {}", local(op.a), op.b != 0);
    case Action::copy_flag:
      return fmt::format("{} = {}", local(op.a), local(op.b));
    case Action::assume_flag:
      return fmt::format("{} is {}", local(op.a), op.b != 0);
    case Action::lock:
      return fmt::format("lock {}", program.locks[static_cast<std::size_t>(op.a)]);
    case Action::unlock:
      return fmt::format("unlock {}", program.locks[static_cast<std::size_t>(op.a)]);
    case Action::touch:
      return fmt::format("{} another field of {}", op.b != 0 ? "writes" : "reads", pointer(op.a));
    case Action::assume_held:
      return fmt::format("{} is {}", program.locks[static_cast<std::size_t>(op.a)],
                         op.b != 0 ? "held" : "free");
    case Action::take_flag:
      return fmt::format("take {}", program.locks[static_cast<std::size_t>(op.a)]);
    case Action::clear_flag:
      return fmt::format("clear {}", program.locks[static_cast<std::size_t>(op.a)]);
    case Action::assume_order: {
      const char* sign[] = {"", "<", "==", "<=", ">", "!=", ">="};
      return fmt::format("{} {} {}", data(op.a), sign[op.c], data(op.b));
    }
    case Action::assume_mark:
      return fmt::format("{} is {}", pointer(op.a), op.b != 0 ? "marked" : "not marked");
    case Action::store_mark:
      return fmt::format("{}.mark = {}", pointer(op.a), op.b);
    case Action::make_lock:
      return fmt::format("make the lock of {}", pointer(op.a));
    case Action::lock_cell:
      return fmt::format("lock {}", pointer(op.a));
    case Action::unlock_cell:
      return fmt::format("unlock {}", pointer(op.a));
    case Action::fail:
      return program.failures[static_cast<std::size_t>(op.a)].message;
    case Action::retire:
      return fmt::format("retire {}", pointer(op.a));
    case Action::protect:
      return fmt::format("protect {} = {}", op.a, pointer(op.b));
    case Action::enter:
      return "enter";
    case Action::leave:
      return "leave";
    case Action::linearize:
      return fmt::format("takes effect with {}", data(op.a));
    case Action::linearize_if:
      return op.b < 0 ? fmt::format("may take effect with {}", data(op.a))
                      : fmt::format("may take effect with {} if {} == {}", data(op.a), pointer(op.b),
                                    pointer(op.c));
  }
  return {};
}

std::string describe(const Program& program) {
  std::string text;
  for (const Edge& edge : program.edges) {
    const int owner = program.function_of[static_cast<std::size_t>(edge.from)];
    const Function& function = program.function(owner);
    text += fmt::format("{} {} -> {}{}:", function.name, edge.from, edge.to, edge.is_guess ? "?" : "");
    const char* separator = " ";
    for (const Op& op : edge.ops) text += separator + describe(op, program, function), separator = "; ";
    if (edge.to == kIdle && function.role != Role::input && owner != -2)
      text += fmt::format("{}return {}", separator, data_name(edge.result, function));
    text += '\n';
  }
  return text;
}

}  // namespace heddle::prove
