// SPDX-License-Identifier: Apache-2.0
// Output: it is read where it is, and goes nowhere. Calls on one stream by several threads do not race (C11 7.21.2,
// [iostream.objects]), and nobody may take an order from them. But how a standard stream is written (hex, setw …) is a
// variable that output reads and manipulators write: the stream's first byte stands for it.
#include "program/machine/machine_parts.h"

namespace heddle::program {

Outcome Machine::Parts::read_printed(const BuiltinCall& call, Word address, Word size, Word result) {
  if (size != 0) {
    effect(call.number, event::Operation::read, address, size);
    if (bytes(call.number, address, size, false) == nullptr || !check_written(call.number, address, size))
      return Outcome::problem;
  }
  return go_on(call, result);
}

Outcome Machine::Parts::do_print_text(const BuiltinCall& call) {
  return read_printed(call, arg(call, 0), string_extent(arg(call, 0)), 1);
}
Pending Machine::Parts::before_look_at_items(const BuiltinCall& call) const {
  return touching(arg(call, 0), arg(call, 1) * arg(call, 2), false);
}
Outcome Machine::Parts::do_print_memory(const BuiltinCall& call) {
  return read_printed(call, arg(call, 0), arg(call, 1) * arg(call, 2), arg(call, 2));
}
Outcome Machine::Parts::do_print_character(const BuiltinCall& call) {
  return go_on(call, arg(call, 0) & 0xFF);
}
// The function itself, where it has a body: a stream of the program's own is memory like any other.
Outcome Machine::Parts::print_to_own(const BuiltinCall& call) {
  const Instruction& i = call.instruction;
  if (i.dst == kNoRegister) return give_up(call.number, "output to a stream of the program's own");
  std::vector<Word> arguments;
  for (Operand k = 0; k < i.c; ++k) arguments.push_back(arg(call, k));
  push_frame(threads[call.number], static_cast<std::uint32_t>(i.dst), arguments);
  return Outcome::done;
}
Pending Machine::Parts::before_look_at_format(const BuiltinCall& call) const {
  return touching(arg(call, 0), is_standard_stream(arg(call, 0)) ? 1 : 0, false);
}
Outcome Machine::Parts::do_print_value(const BuiltinCall& call) {
  if (!is_standard_stream(arg(call, 0))) return print_to_own(call);
  effect(call.number, event::Operation::read, arg(call, 0), 1);
  return go_on(call, arg(call, 0));
}
Pending Machine::Parts::before_change_format(const BuiltinCall& call) const {
  return touching(arg(call, 0), is_standard_stream(arg(call, 0)) ? 1 : 0, true);
}
Outcome Machine::Parts::do_set_format(const BuiltinCall& call) {
  if (!is_standard_stream(arg(call, 0))) return print_to_own(call);
  effect(call.number, event::Operation::write, arg(call, 0), 1);
  return go_on(call, arg(call, 0));
}
Pending Machine::Parts::before_look_at_second_text(const BuiltinCall& call) const {
  return touching(arg(call, 1), is_standard_stream(arg(call, 0)) ? string_extent(arg(call, 1)) : 0, false);
}
Outcome Machine::Parts::do_print_to_stream(const BuiltinCall& call) {
  if (!is_standard_stream(arg(call, 0))) return print_to_own(call);
  return read_printed(call, arg(call, 1), string_extent(arg(call, 1)), arg(call, 0));
}
Pending Machine::Parts::before_look_at_second(const BuiltinCall& call) const {
  return touching(arg(call, 1), is_standard_stream(arg(call, 0)) ? arg(call, 2) : 0, false);
}
Outcome Machine::Parts::do_print_to_stream_bounded(const BuiltinCall& call) {
  if (!is_standard_stream(arg(call, 0))) return print_to_own(call);
  return read_printed(call, arg(call, 1), arg(call, 2), arg(call, 0));
}

}  // namespace heddle::program
