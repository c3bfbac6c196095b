// SPDX-License-Identifier: Apache-2.0
#include "prove/concrete/concrete_step.h"

#include <algorithm>

namespace heddle::prove::concrete {

int& Stepper::variable(State& state, int thread, Variable name) const {
  if (!program_.is_local(name)) return state.shared[static_cast<std::size_t>(name) - 1];
  return state.threads[static_cast<std::size_t>(thread)]
      .locals[static_cast<std::size_t>(program_.local_of(name))];
}

int Stepper::value(const State& state, int thread, DataOperand operand) const {
  if (operand == kEmptyData) return kEmptyValue;
  if (operand == kUndefinedData) return kUndefinedValue;
  if (operand == kLeastData || operand == kGreatestData)
    return operand == kLeastData ? kLeastKey : kGreatestKey;
  return state.threads[static_cast<std::size_t>(thread)].locals[static_cast<std::size_t>(operand)];
}

Cell* Stepper::cell(State& state, Address address, int line, bool is_write) {
  if (place_of(address) == 0)
    return trouble(finding::Kind::null_dereference, "follows a null pointer", line), nullptr;
  if (address == kUndefinedAddress)
    return trouble(finding::Kind::uninitialised_read, "follows an undefined pointer", line), nullptr;
  Cell& found = state.cells[static_cast<std::size_t>(place_of(address)) - 1];
  if (found.is_free && (is_write || program_.frees_for_good))
    return trouble(finding::Kind::use_after_free, is_write ? "writes to freed memory" : "reads freed memory",
                   line),
           nullptr;
  return &found;
}

void Stepper::effect(State& state, int id, int with, Effect how, const Edge& edge, std::size_t index,
                     int line) {
  Thread& thread = state.threads[static_cast<std::size_t>(id)];
  if (thread.fired == Effect::guessed) return;
  if (thread.fired == Effect::sure)
    return trouble(finding::Kind::linearizability, "a call takes effect twice", line);
  const bool in = function_of(thread, program_).role == Role::input;
  thread.fired = how;
  thread.effect = with;
  bool is_right = true;
  if (in) {
    is_right = with == thread.input;
    state.content.push_back(with);
  } else if (with == kEmptyValue) {
    is_right = state.content.empty();
  } else if (state.content.empty()) {
    is_right = false;
  } else if (program_.kind == Kind::stack) {
    is_right = state.content.back() == with;
    state.content.pop_back();
  } else {
    is_right = state.content.front() == with;
    state.content.erase(state.content.begin());
  }
  if (!is_right && state.culprit < 0) {
    if (how == Effect::sure)
      return trouble(finding::Kind::linearizability,
                     with == kEmptyValue            ? "found empty although a value is in"
                     : with == kUndefinedValue      ? "the operation's data was never an input"
                     : in                           ? "takes effect with another value than its argument"
                     : program_.kind == Kind::stack ? "takes a value that is not the last in"
                                                    : "takes a value that is not the first in",
                     line);
    state.culprit = id;
  }
  go(state, id, edge, index + 1);
}

// Each of these returns whether the step goes on.
bool Stepper::heap_op(State& state, int id, const Op& op) {
  Thread& thread = state.threads[static_cast<std::size_t>(id)];
  const auto local = [&](int name) -> int& { return thread.locals[static_cast<std::size_t>(name)]; };
  const auto pointer = [&](Variable name) -> int { return name == kNull ? 0 : variable(state, id, name); };
  switch (op.action) {
    case Action::assign:
      variable(state, id, op.a) = pointer(op.b);
      break;
    case Action::load_next: {
      if (reads_anything(pointer(op.b))) {
        variable(state, id, op.a) = kUndefinedAddress;
        break;
      }
      const Cell* at = cell(state, pointer(op.b), op.line, false);
      if (at == nullptr) return false;
      Address next = at->next;
      if (!is_valid(pointer(op.b)) && next >= 0) next = place_of(next) | kWild;
      variable(state, id, op.a) = next;
      break;
    }
    case Action::store_next: {
      Cell* at = cell(state, pointer(op.a), op.line, true);
      if (at == nullptr) return false;
      at->next = pointer(op.b);
      break;
    }
    case Action::release: {
      if (!bounds_.explicit_memory) break;
      if (place_of(pointer(op.a)) > 0 &&
          state.cells[static_cast<std::size_t>(place_of(pointer(op.a))) - 1].is_free)
        return trouble(finding::Kind::double_free, "frees memory that is freed already", op.line), false;
      const Cell* at = cell(state, pointer(op.a), op.line, true);
      if (at == nullptr) return false;
      if (at->is_retired)
        return trouble(finding::Kind::double_free, "frees a cell that is retired", op.line), false;
      free_cell(state, place_of(pointer(op.a)), program_, bounds_.tracks_lost);
      break;
    }
    case Action::load_data: {
      if (reads_anything(pointer(op.b))) {
        local(op.a) = kUndefinedValue;
        break;
      }
      const Cell* at = cell(state, pointer(op.b), op.line, false);
      if (at == nullptr) return false;
      local(op.a) = at->data;
      break;
    }
    case Action::store_data: {
      const int data = value(state, id, op.b);
      Cell* at = cell(state, pointer(op.a), op.line, true);
      if (at == nullptr) return false;
      at->data = data;
      break;
    }
    case Action::copy_data:
      local(op.a) = value(state, id, op.b);
      break;
    case Action::assume_equal:
    case Action::assume_different: {
      const Address a = place_of(pointer(op.a));
      const Address b = place_of(pointer(op.b));
      if (reads_anything(a) || reads_anything(b)) break;  // either outcome
      if (a == kUndefinedAddress || b == kUndefinedAddress)
        return trouble(finding::Kind::uninitialised_read, "compares an undefined pointer", op.line), false;
      if ((a == b) != (op.action == Action::assume_equal)) return false;
      if (a == b && a > 0 && bounds_.tracks_lost && (program_.reclaims || bounds_.finds_again)) {
        if (program_.is_local(op.a) && is_valid(pointer(op.b)))
          find_again(state, id, local(program_.local_of(op.a)));
        if (program_.is_local(op.b) && is_valid(pointer(op.a)))
          find_again(state, id, local(program_.local_of(op.b)));
      }
      break;
    }
    case Action::touch:
      if (reads_anything(pointer(op.a)) && op.b == 0) break;
      if (cell(state, pointer(op.a), op.line, op.b != 0) == nullptr) return false;
      break;
    default:
      break;
  }
  return true;
}

bool Stepper::age_op(State& state, int id, const Op& op) {
  Thread& thread = state.threads[static_cast<std::size_t>(id)];
  const auto local = [&](int name) -> int& { return thread.locals[static_cast<std::size_t>(name)]; };
  const auto pointer = [&](Variable name) -> int { return name == kNull ? 0 : variable(state, id, name); };
  const auto age_at = [&](Variable name) -> int* {
    if (!op.next) return &state.ages[static_cast<std::size_t>(name) - 1];
    const bool is_write = op.action == Action::raise_age || op.action == Action::forget_age;
    Cell* at = cell(state, pointer(name), op.line, is_write);
    return at == nullptr ? nullptr : &at->age;
  };
  switch (op.action) {
    case Action::load_age: {
      if (op.next && reads_anything(pointer(op.b))) {
        local(op.a) = kAnyAgeAtAll;
        break;
      }
      const int* at = age_at(op.b);
      if (at == nullptr) return false;
      local(op.a) = *at;
      break;
    }
    case Action::copy_age:
    case Action::copy_flag:
      local(op.a) = local(op.b);
      break;
    case Action::assume_same_age:
    case Action::assume_other_age: {
      if (op.next && reads_anything(pointer(op.b))) break;
      const int* at = age_at(op.b);
      if (at == nullptr) return false;
      if (local(op.a) == kAnyAgeAtAll) break;
      if ((local(op.a) == *at) != (op.action == Action::assume_same_age)) return false;
      break;
    }
    case Action::raise_age: {
      int* at = age_at(op.a);
      if (at == nullptr) return false;
      ++*at;
      break;
    }
    case Action::forget_age: {
      int* at = age_at(op.a);
      if (at == nullptr) return false;
      *at = 0;
      break;
    }
    default:
      break;
  }
  return true;
}

bool Stepper::lock_op(State& state, int id, const Op& op) {
  switch (op.action) {
    case Action::lock: {
      int& holder = state.holders[static_cast<std::size_t>(op.a)];
      if (holder == id)
        return trouble(finding::Kind::lock_misuse, "locks what it holds already", op.line), false;
      if (holder >= 0) return false;
      holder = id;
      break;
    }
    case Action::unlock: {
      int& holder = state.holders[static_cast<std::size_t>(op.a)];
      if (holder != id)
        return trouble(finding::Kind::lock_misuse, "unlocks what it does not hold", op.line), false;
      holder = -1;
      break;
    }
    case Action::assume_held:
      if ((state.holders[static_cast<std::size_t>(op.a)] >= 0) != (op.b != 0)) return false;
      break;
    case Action::take_flag: {
      int& holder = state.holders[static_cast<std::size_t>(op.a)];
      if (holder >= 0) return false;
      holder = id;
      break;
    }
    case Action::clear_flag:
      state.holders[static_cast<std::size_t>(op.a)] = -1;
      break;
    default:
      break;
  }
  return true;
}

// Each cell that is free may be the one that is allocated.
void Stepper::reuse(const State& state, int id, const Edge& edge, std::size_t index) {
  for (std::size_t i = 0; i < state.cells.size(); ++i) {
    if (!state.cells[i].is_free) continue;
    State reused = state;
    Cell& cell = reused.cells[i];
    cell.is_free = false;
    cell.data = kUndefinedValue;
    cell.mark = kNeverMarked;
    cell.holder = kNoLock;
    if (bounds_.tracks_lost && cell.next >= 0) cell.next = place_of(cell.next) | kWild;
    variable(reused, id, edge.ops[index].a) = static_cast<int>(i) + 1;
    reused.allocated.push_back(cell.name);
    go(std::move(reused), id, edge, index + 1);
  }
}

void Stepper::go(State state, int id, const Edge& edge, std::size_t index) {
  for (; index < edge.ops.size(); ++index) {
    if (trouble_) return;
    const Op& op = edge.ops[index];
    Thread& thread = state.threads[static_cast<std::size_t>(id)];
    const auto local = [&](int name) -> int& { return thread.locals[static_cast<std::size_t>(name)]; };
    const auto pointer = [&](Variable name) -> int { return name == kNull ? 0 : variable(state, id, name); };
    switch (op.action) {
      case Action::allocate: {
        if (bounds_.explicit_memory) reuse(state, id, edge, index);
        state.cells.emplace_back().name = ++state.cell_names;
        state.allocated.push_back(state.cell_names);
        variable(state, id, op.a) = static_cast<int>(state.cells.size());
        break;
      }
      case Action::set_flag:
        local(op.a) = op.b != 0 ? 1 : 0;
        break;
      case Action::assume_flag:
        if ((local(op.a) != 0) != (op.b != 0)) return;
        break;
      case Action::fail: {
        const Failure& failure = program_.failures[static_cast<std::size_t>(op.a)];
        return trouble(failure.kind, failure.message, op.line);
      }
      case Action::linearize:
        return effect(state, id, value(state, id, op.a), Effect::sure, edge, index, op.line);
      case Action::linearize_if: {
        if (op.b >= 0) {
          const Address a = place_of(pointer(op.b));
          const Address b = place_of(pointer(op.c));
          if (a == kUndefinedAddress || b == kUndefinedAddress || a != b) break;
          // A pointer to freed memory decides nothing.
          const auto is_lost = [&](Address at) {
            return at > 0 && state.cells[static_cast<std::size_t>(at) - 1].is_free;
          };
          if (is_lost(a)) break;
        }
        if (thread.fired == Effect::sure) break;
        if (thread.fired == Effect::guessed) return;
        thread.had_candidate = true;
        State now = state;
        effect(now, id, value(now, id, op.a), Effect::guessed, edge, index, op.line);
        break;
      }
      case Action::assign:
      case Action::load_next:
      case Action::store_next:
      case Action::release:
      case Action::load_data:
      case Action::store_data:
      case Action::copy_data:
      case Action::assume_equal:
      case Action::assume_different:
      case Action::touch:
        if (!heap_op(state, id, op)) return;
        break;
      case Action::load_age:
      case Action::copy_age:
      case Action::copy_flag:
      case Action::assume_same_age:
      case Action::assume_other_age:
      case Action::raise_age:
      case Action::forget_age:
        if (!age_op(state, id, op)) return;
        break;
      case Action::retire:
      case Action::protect:
      case Action::enter:
      case Action::leave:
        if (bounds_.explicit_memory && !guard_op(state, id, op)) return;
        break;
      case Action::lock:
      case Action::unlock:
      case Action::assume_held:
      case Action::take_flag:
      case Action::clear_flag:
        if (!lock_op(state, id, op)) return;
        break;
      case Action::assume_order:
      case Action::assume_mark:
      case Action::store_mark:
      case Action::make_lock:
      case Action::lock_cell:
      case Action::unlock_cell:
        if (!set_op(state, id, op)) return;
        break;
    }
  }
  if (!trouble_) finish(state, id, edge);
}

namespace {

// Flags are no locks: what is done with them is their program's affair.
bool holds_a_lock(const State& state, int id, const Program& program) {
  for (std::size_t lock = 0; lock < state.holders.size(); ++lock)
    if (state.holders[lock] == id && !program.is_flag(static_cast<int>(lock))) return true;
  return std::ranges::any_of(state.cells, [&](const Cell& at) { return at.holder == id; });
}

}  // namespace

void Stepper::finish(State& state, int id, const Edge& edge) {
  Thread& thread = state.threads[static_cast<std::size_t>(id)];
  const int owner = program_.function_of[static_cast<std::size_t>(thread.node)];
  if (edge.to == kIdle && owner == -2 && holds_a_lock(state, id, program_))
    return trouble(finding::Kind::lock_misuse, "the initial function returns with a lock held", edge.line);
  if (edge.to == kIdle && owner != -2 && program_.kind == Kind::set) {
    if (!finish_set(state, id, edge)) return;
  } else if (edge.to == kIdle && owner != -2) {
    if (thread.fired == Effect::none) {
      if (thread.had_candidate) return;
      return trouble(finding::Kind::linearizability, "a call returns without having taken effect", edge.line);
    }
    if (function_of(thread, program_).role == Role::output && value(state, id, edge.result) != thread.effect)
      return trouble(finding::Kind::linearizability, "a call returns another value than it took effect with",
                     edge.line);
    if (state.culprit == id)
      return trouble(finding::Kind::linearizability, "the result does not fit any stack or queue", edge.line);
  }
  if (edge.to == kIdle && thread.is_inside)
    return trouble(finding::Kind::lock_misuse, "a call returns between heddle_enter and heddle_leave",
                   edge.line);
  if (edge.to == kIdle && owner != -2 && holds_a_lock(state, id, program_))
    return trouble(finding::Kind::lock_misuse, "a call returns with a lock held", edge.line);
  thread.node = edge.to;
  if (edge.to == kIdle) {
    thread.locals.clear();
    thread.input = thread.effect = kUndefinedValue;
    thread.fired = Effect::none;
    thread.had_candidate = false;
  }
  emit_(state);
}

void Stepper::call(const State& state, int id, std::size_t index, int key) {
  const Function& callee = program_.functions[index];
  State next = state;
  Thread& thread = next.threads[static_cast<std::size_t>(id)];
  ++thread.calls, ++next.total;
  begin(thread, callee);
  if (program_.kind == Kind::set) {
    thread.input = thread.locals[static_cast<std::size_t>(callee.parameter)] = key;
  } else if (callee.role == Role::input) {
    int largest = -1;  // any value not in use is as good as any other
    for (int v : next.content) largest = std::max(largest, v);
    for (const Cell& at : next.cells) largest = std::max(largest, at.data);
    for (const Thread& other : next.threads) {
      largest = std::max({largest, other.input, other.effect});
      if (other.node == kIdle || &other == &thread) continue;
      const Function& function = function_of(other, program_);
      for (std::size_t local = 0; local < other.locals.size(); ++local)
        if (function.locals[local].kind == LocalKind::data) largest = std::max(largest, other.locals[local]);
    }
    thread.input = largest + 1;
    next.labels.resize(static_cast<std::size_t>(thread.input) + 1);
    next.labels[static_cast<std::size_t>(thread.input)] = ++next.inputs;
    if (callee.parameter >= 0) thread.locals[static_cast<std::size_t>(callee.parameter)] = thread.input;
  }
  emit_(next);
}

void Stepper::begin(Thread& thread, const Function& function) {
  thread.node = function.entry;
  thread.locals.assign(function.locals.size(), 0);
  for (std::size_t local = 0; local < function.locals.size(); ++local) {
    if (function.locals[local].kind == LocalKind::pointer) thread.locals[local] = kUndefinedAddress;
    if (function.locals[local].kind == LocalKind::data) thread.locals[local] = kUndefinedValue;
  }
}

}  // namespace heddle::prove::concrete
