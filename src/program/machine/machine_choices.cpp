// SPDX-License-Identifier: Apache-2.0
// Choices, inputs, assumptions, atomic blocks.
#include <algorithm>

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

// The values tried for an input of so many bits, or of a choice among more than there are ways to go on: one for each
// range that the program tells apart, and those at the limits.
std::vector<Word> Machine::Parts::inputs_of(unsigned bits, Word below) const {
  const Word mask = bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1;
  std::vector<Word> values;
  const auto add = [&](Word value) {
    if (below == 0 || (value & mask) < below) values.push_back(value & mask);
  };
  if (!options.inputs.empty()) {
    for (const std::int64_t value : options.inputs) add(static_cast<Word>(value));
  } else {
    for (const Word value : program.inputs.cuts) add(value);
    for (const Word value : {Word{0}, Word{1}, Word{2}, mask, mask >> 1, (mask >> 1) + 1})
      if (!program.inputs.is_exact || value == 0 || value == (mask >> 1) + 1) add(value);
    if (below != 0) add(below - 1);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty()) values.push_back(0);
  return values;
}

Outcome Machine::Parts::take_input(const BuiltinCall& call, unsigned bits, Word below) {
  const std::vector<Word> values = inputs_of(bits, below);
  if (!program.inputs.is_exact || !options.inputs.empty()) {
    if (partial_input == 0) partial_input = std::max(call.instruction.location, 1U);
  } else {
    input_ranges = std::max(input_ranges, static_cast<std::uint32_t>(values.size()));
  }
  return go_on(call, values[call.alternative]);
}

// Is one value of each range tried rather than each?
static bool is_large_choice(Word among, const Inputs& inputs) {
  return among > kMostAlternatives || (among > 256 && inputs.is_exact);
}

// None to choose from is an error, found by doing it.
Pending Machine::Parts::before_choice(const BuiltinCall& call) const {
  const Word among = arg(call, 0) & 0xFFFFFFFF;
  if (is_large_choice(among, program.inputs)) return choosing(inputs_of(32, among).size());
  return choosing(std::max<Word>(among, 1));
}
Pending Machine::Parts::before_choice_of_two(const BuiltinCall&) const { return choosing(2); }
Pending Machine::Parts::before_choice_of_byte(const BuiltinCall&) const { return choosing(256); }
Pending Machine::Parts::before_choice_of_input(const BuiltinCall& call) const {
  return choosing(inputs_of(call.instruction.width, 0).size());
}

Outcome Machine::Parts::do_choose(const BuiltinCall& call) {
  const Word among = arg(call, 0) & 0xFFFFFFFF;
  if (among == 0)
    return fail(call.number, finding::Kind::lock_misuse, "heddle_choose(0): there is nothing to choose from");
  if (is_large_choice(among, program.inputs)) return take_input(call, 32, among);
  return go_on(call, call.alternative);
}
Outcome Machine::Parts::do_nondet_bool(const BuiltinCall& call) { return go_on(call, call.alternative); }
Outcome Machine::Parts::do_nondet_char(const BuiltinCall& call) { return go_on(call, call.alternative); }
Outcome Machine::Parts::do_nondet_int(const BuiltinCall& call) {
  return take_input(call, call.instruction.width, 0);
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
  for (const Thread& other : threads)
    if (&other != &threads[call.number] && other.atomic_depth > 0) next.alternatives = 0;
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

Pending Machine::Parts::before_blocked(const BuiltinCall& call) const {
  Pending next;
  next.kind = Pending::Kind::semaphore;
  next.address = arg(call, 1);
  next.may_block = true;
  const Word word = arg(call, 0);
  next.alternatives = objects[object_of(word)].data[offset_of(word)] == 0 ? 1 : 0;
  return next;
}
Outcome Machine::Parts::do_block(const BuiltinCall& call) { return go_on(call, 0); }

Outcome Machine::Parts::do_step_begin(const BuiltinCall& call) {
  threads[call.number].atomic_depth += kStepOfLibrary;
  return go_on(call, 0);
}
Outcome Machine::Parts::do_step_end(const BuiltinCall& call) {
  threads[call.number].atomic_depth -= kStepOfLibrary;
  return go_on(call, 0);
}

}  // namespace heddle::program
