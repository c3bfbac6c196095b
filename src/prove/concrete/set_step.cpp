// SPDX-License-Identifier: Apache-2.0
// The operations that only sets have, on concrete states.
#include <fmt/format.h>

#include "prove/concrete/concrete_step.h"

namespace heddle::prove::concrete {

bool Stepper::set_op(State& state, int id, const Op& op) {
  if (op.action == Action::assume_order) {
    const int a = value(state, id, op.a);
    const int b = value(state, id, op.b);
    if (a == kUndefinedValue || b == kUndefinedValue)
      return trouble(finding::Kind::uninitialised_read, "compares a key that was never written", op.line),
             false;
    return (op.c & (a < b ? kLess : a == b ? kSame : kGreater)) != 0;
  }
  const Address address = variable(state, id, op.a);
  if (reads_anything(address) && op.action == Action::assume_mark) return true;
  Cell* at = cell(state, address, op.line, op.action != Action::assume_mark);
  if (at == nullptr) return false;
  switch (op.action) {
    case Action::assume_mark:
      if (at->mark == kNeverMarked)
        return trouble(finding::Kind::uninitialised_read, "reads a mark that was never written", op.line),
               false;
      return (at->mark != 0) == (op.b != 0);
    case Action::store_mark:
      at->mark = op.b != 0 ? 1 : 0;
      return true;
    case Action::make_lock:
      if (at->holder >= 0)
        return trouble(finding::Kind::lock_misuse, "makes a lock anew that is held", op.line), false;
      at->holder = kFreeLock;
      return true;
    case Action::lock_cell:
    case Action::unlock_cell:
      if (at->holder == kNoLock)
        return trouble(finding::Kind::lock_misuse, "uses a lock that was never made", op.line), false;
      if (op.action == Action::lock_cell) {
        if (at->holder == id)
          return trouble(finding::Kind::lock_misuse, "locks what it holds already", op.line), false;
        if (at->holder >= 0) return false;
        at->holder = id;
        return true;
      }
      if (at->holder != id)
        return trouble(finding::Kind::lock_misuse, "unlocks what it does not hold", op.line), false;
      at->holder = kFreeLock;
      return true;
    default:
      return true;
  }
}

bool Stepper::finish_set(State& state, int id, const Edge& edge) {
  const Thread& thread = state.threads[static_cast<std::size_t>(id)];
  std::vector<SetHistory::Pending> pending;
  for (std::size_t other = 0; other < state.threads.size(); ++other)
    if (const Thread& one = state.threads[other]; one.node != kIdle && one.input == thread.input)
      pending.push_back({static_cast<int>(other), function_of(one, program_).role});
  const bool result = edge.result == kTrueResult;
  if (state.history.returns(thread.input, id, result, pending)) return true;
  trouble(finding::Kind::linearizability,
          fmt::format("{}({}) returns {}, which no order of the calls explains",
                      function_of(thread, program_).name, thread.input, result),
          edge.line);
  return false;
}

}  // namespace heddle::prove::concrete
