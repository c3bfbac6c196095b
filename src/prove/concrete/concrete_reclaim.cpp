// SPDX-License-Identifier: Apache-2.0
// Retired cells and guards on concrete states: the automata of domain/reclamation.h, of every thread, written down
// as what each thread keeps from being freed.
#include <algorithm>

#include "prove/concrete/concrete_step.h"

namespace heddle::prove::concrete {

bool may_be_reclaimed(const State& state, Address address) {
  if (!state.cells[static_cast<std::size_t>(address) - 1].is_retired) return false;
  return std::ranges::none_of(state.threads, [&](const Thread& thread) {
    bool keeps = std::ranges::find(thread.kept_inside, address) != thread.kept_inside.end();
    for (std::size_t i = 0; i < thread.hazards.size(); ++i)
      keeps |= thread.keeps[i] && thread.hazards[i] == address;
    return keeps;
  });
}

void free_cell(State& state, Address address, const Program& program, bool tracks_lost) {
  Cell& cell = state.cells[static_cast<std::size_t>(address) - 1];
  cell.is_free = true;
  cell.is_retired = false;
  if (tracks_lost) lose(state, address, program);
}

bool Stepper::guard_op(State& state, int id, const Op& op) {
  Thread& self = state.threads[static_cast<std::size_t>(id)];
  const auto pointer = [&](Variable name) -> int { return name == kNull ? 0 : variable(state, id, name); };
  switch (op.action) {
    case Action::retire: {
      const Address address = place_of(pointer(op.a));
      if (address > 0 && state.cells[static_cast<std::size_t>(address) - 1].is_free)
        return trouble(finding::Kind::double_free, "retires memory that is freed already", op.line), false;
      Cell* at = cell(state, pointer(op.a), op.line, true);
      if (at == nullptr) return false;
      if (at->is_retired)
        return trouble(finding::Kind::double_free, "retires a cell that is retired already", op.line), false;
      at->is_retired = true;
      for (Thread& thread : state.threads) {
        if (thread.is_inside) thread.kept_inside.push_back(address);
        for (std::size_t i = 0; i < thread.hazards.size(); ++i)
          if (thread.hazards[i] == address) thread.keeps[i] = true;
      }
      break;
    }
    case Action::protect: {
      const Address address = std::max(place_of(pointer(op.b)), 0);
      if (Address& hazard = self.hazards[static_cast<std::size_t>(op.a)]; hazard != address) {
        hazard = address;
        self.keeps[static_cast<std::size_t>(op.a)] = false;
      }
      break;
    }
    case Action::enter:
      if (self.is_inside) return trouble(finding::Kind::lock_misuse, "enters twice", op.line), false;
      self.is_inside = true;
      break;
    default:
      if (!self.is_inside)
        return trouble(finding::Kind::lock_misuse, "leaves without having entered", op.line), false;
      self.is_inside = false;
      self.kept_inside.clear();
  }
  return true;
}

// For Sight: the local is found equal to a pointer that has its target, and has it again; and so have the cells
// that nobody but the thread can get to (domain/reclamation.h).
void Stepper::find_again(State& state, int id, Address& local) const {
  if ((local & kLost) == 0 || (local & kWild) != 0) return;
  const Address lost = local;
  local = place_of(local);
  std::vector<bool> is_seen(state.cells.size() + 1);
  const auto walk = [&](Address from) {
    for (Address at = place_of(from); at > 0 && !is_seen[static_cast<std::size_t>(at)];
         at = place_of(state.cells[static_cast<std::size_t>(at) - 1].next))
      is_seen[static_cast<std::size_t>(at)] = true;
  };
  for (Address address : state.shared) walk(address);
  for (std::size_t other = 0; other < state.threads.size(); ++other) {
    const Thread& thread = state.threads[other];
    if (static_cast<int>(other) == id || thread.node == kIdle) continue;
    for (std::size_t i = 0; i < thread.locals.size(); ++i)
      if (function_of(thread, program_).locals[i].kind == LocalKind::pointer) walk(thread.locals[i]);
  }
  for (std::size_t cell = 0; cell < state.cells.size(); ++cell)
    if (!is_seen[cell + 1] && !state.cells[cell].is_retired && state.cells[cell].next == lost)
      state.cells[cell].next = local;
}

}  // namespace heddle::prove::concrete
