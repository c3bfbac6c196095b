// SPDX-License-Identifier: Apache-2.0
// Choices, inputs, assumptions, atomic blocks.
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

Pending choosing(std::size_t alternatives) {
  Pending next;
  next.kind = Pending::Kind::choose;
  next.alternatives = static_cast<std::uint32_t>(alternatives);
  return next;
}

}  // namespace

// None to choose from is an error, found by doing it.
Pending Machine::Parts::before_choice(const BuiltinCall& call) const {
  return choosing(std::clamp<Word>(arg(call, 0) & 0xFFFFFFFF, 1, kMostAlternatives));
}
Pending Machine::Parts::before_choice_of_two(const BuiltinCall&) const { return choosing(2); }
Pending Machine::Parts::before_choice_of_byte(const BuiltinCall&) const { return choosing(256); }
Pending Machine::Parts::before_choice_of_input(const BuiltinCall&) const {
  return choosing(options.inputs.size());
}

Outcome Machine::Parts::do_choose(const BuiltinCall& call) {
  const Word among = arg(call, 0) & 0xFFFFFFFF;
  if (among == 0)
    return fail(call.number, finding::Kind::lock_misuse, "heddle_choose(0): there is nothing to choose from");
  if (among > kMostAlternatives) return give_up(call.number, "a choice among more than 65,536");
  return go_on(call, call.alternative);
}
Outcome Machine::Parts::do_nondet_bool(const BuiltinCall& call) { return go_on(call, call.alternative); }
Outcome Machine::Parts::do_nondet_char(const BuiltinCall& call) { return go_on(call, call.alternative); }
Outcome Machine::Parts::do_nondet_int(const BuiltinCall& call) {
  if (partial_input == 0) partial_input = std::max(call.instruction.location, 1U);
  return go_on(call, static_cast<Word>(options.inputs[call.alternative]));
}
Outcome Machine::Parts::do_nondet_unsigned(const BuiltinCall& call) { return do_nondet_int(call); }

Outcome Machine::Parts::do_clock_goes_on(const BuiltinCall& call) {
  const std::vector<Frame>& frames = threads[call.number].frames;
  for (std::size_t i = frames.size(); i-- > 0 && clock_read == 0;) {  // by the program, not by our library
    const std::uint32_t place = program.functions[frames[i].function].code[frames[i].pc].location;
    if (place != 0 && !program.locations[place].file.starts_with('<')) clock_read = place;
  }
  clock_read = std::max(clock_read, 1U);
  return go_on(call, call.alternative);
}

Outcome Machine::Parts::do_assume(const BuiltinCall& call) {
  const Instruction& i = call.instruction;
  const bool met = (arg(call, 0) & 0xFFFFFFFF) != 0;
  const Operand condition = function(threads[call.number]).extra[static_cast<std::size_t>(i.b)];
  if (i.flags != 0 && condition >= 0) {  // heddle_assume(0) is meant
    bool& ever = assumptions[i.location];
    ever = ever || met;
  }
  return met ? go_on(call, 0) : Outcome::pruned;
}

Pending Machine::Parts::before_atomic_begin(const BuiltinCall& call) const {
  Pending next;
  next.kind = Pending::Kind::atomic_begin;
  next.address = kAtomicBlock;
  next.alternatives = 1;
  for (ThreadNumber other = 0; other < threads.size(); ++other)
    if (other != call.number && threads[other].atomic_depth > 0) next.alternatives = 0;
  return next;
}
Outcome Machine::Parts::do_atomic_begin(const BuiltinCall& call) {
  if (threads[call.number].atomic_depth++ == 0) {
    hold(call.number, kAtomicBlock);
    effect(call.number, event::Operation::acquire, kAtomicBlock);
  }
  return go_on(call, 0);
}
Outcome Machine::Parts::do_atomic_end(const BuiltinCall& call) {
  Thread& thread = threads[call.number];
  if (thread.atomic_depth == 0)
    return fail(call.number, finding::Kind::lock_misuse, "an atomic block ends that never began");
  if (--thread.atomic_depth == 0) {
    drop(thread, kAtomicBlock);
    effect(call.number, event::Operation::release, kAtomicBlock);
  }
  return go_on(call, 0);
}

Outcome Machine::Parts::do_step_begin(const BuiltinCall& call) {
  threads[call.number].atomic_depth += kStepOfLibrary;
  return go_on(call, 0);
}
Outcome Machine::Parts::do_step_end(const BuiltinCall& call) {
  threads[call.number].atomic_depth -= kStepOfLibrary;
  return go_on(call, 0);
}

}  // namespace heddle::program
