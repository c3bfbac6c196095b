// SPDX-License-Identifier: Apache-2.0
// The rows of builtin.def, found by number.
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

using Parts = Machine::Parts;
using Before = Pending (Parts::*)(const BuiltinCall&) const;
using Do = Outcome (Parts::*)(const BuiltinCall&);

struct Row {
  Before before;
  Do perform;
};
constexpr Row kRows[] = {
#define HEDDLE_BUILTIN(enumerator, seen, names) {&Parts::before_##seen, &Parts::do_##enumerator},
#include "program/builtin.def"
#undef HEDDLE_BUILTIN
};

const Row& row(const BuiltinCall& call) { return kRows[static_cast<std::size_t>(call.instruction.a)]; }

}  // namespace

Word Machine::Parts::arg(const BuiltinCall& call, Operand k) const {
  return argument(threads[call.number], call.instruction, k);
}
Outcome Machine::Parts::go_on(const BuiltinCall& call, Word result) {
  Thread& thread = threads[call.number];
  give_result(thread, call.instruction, result);
  ++thread.frames.back().pc;
  return Outcome::done;
}
Pending Machine::Parts::before_unseen(const BuiltinCall&) const { return {}; }
Pending Machine::Parts::pending_builtin(const BuiltinCall& call) const {
  return (this->*row(call).before)(call);
}
Outcome Machine::Parts::perform_builtin(const BuiltinCall& call) { return (this->*row(call).perform)(call); }

}  // namespace heddle::program
