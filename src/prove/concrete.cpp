// SPDX-License-Identifier: Apache-2.0
#include "prove/concrete.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "base/hash.h"
#include "prove/liveness.h"

namespace heddle::prove {
namespace {

using Address = int;  // 0 is null, -1 undefined
constexpr Address kUndefinedAddress = -1;
// With Bounds::tracks_lost a pointer also says whether it still means its target (see concrete.h). What it
// compares equal to and what it leads to do not depend on that.
constexpr Address kLost = 1 << 12;
constexpr Address kWild = 1 << 13;
constexpr Address place_of(Address address) { return address > 0 ? address & (kLost - 1) : address; }
constexpr bool is_valid(Address address) { return address < kLost; }
constexpr int kEmptyValue = -1;
constexpr int kUndefinedValue = -2;

struct Cell {
  bool is_free = false;
  Address next = kUndefinedAddress;
  int age = 0;
  int data = kUndefinedValue;
  int name = 0;  // for people: the same address keeps it, through free and reuse
};

enum class Effect : std::uint8_t { none, sure, guessed };

struct Thread {
  int id = 0;  // for people: threads are alike and change places, see canonical()
  NodeId node = kIdle;
  int calls = 0;
  int input = kUndefinedValue;
  int effect = kUndefinedValue;
  Effect fired = Effect::none;
  bool had_candidate = false;
  std::vector<int> locals;  // addresses, data, ages, flags
};

struct State {
  std::vector<Address> shared;
  std::vector<int> ages;
  std::vector<int> holders;  // -1: free
  std::vector<Cell> cells;   // cell of address i is cells[i - 1]
  std::vector<Thread> threads;
  std::vector<int> content;  // what a right stack or queue holds now
  int culprit = -1;          // a thread whose guessed effect was wrong: a violation if the guess stands
  int total = 0;
  int cell_names = 0;       // given so far
  std::vector<int> labels;  // by value: which input it was, for people
  int inputs = 0;
  std::vector<int> allocated;  // by the step that leads here: names of cells
};

struct Trouble {
  finding::Kind kind;
  std::string message;
  int line;
};

class Explorer {
 public:
  Explorer(const Program& program, const Bounds& bounds, bool draws)
      : program_(program),
        bounds_(bounds),
        draws_(draws),
        leaving_(program.nodes()),
        live_(live_locals(program)) {
    for (std::size_t edge = 0; edge < program.edges.size(); ++edge)
      leaving_[static_cast<std::size_t>(program.edges[edge].from)].push_back(static_cast<int>(edge));
  }
  Exploration run();

 private:
  struct Visited {
    int parent;
    int thread;
    int edge;
    int argument;
    std::string function;
    std::string heap;
    std::vector<int> allocated;
  };

  const Function& function_of(const Thread& thread) const {
    return program_.function(program_.function_of[static_cast<std::size_t>(thread.node)]);
  }
  bool is_initialising(const State& state) const {
    const NodeId node = state.threads[0].node;
    return node != kIdle && program_.function_of[static_cast<std::size_t>(node)] == -2;
  }
  void successors(const State& state, int parent);
  void call(const State& state, int thread, int parent);
  void take(State state, int thread, const Edge& edge, std::size_t index);
  void lose(State& state, Address gone) const;
  void effect(State& state, int thread, int value, Effect how, const Edge& edge, std::size_t index, int line);
  void finish(State& state, int thread, const Edge& edge);
  void add(State& state);
  void forget_dead_locals(Thread& thread) const;
  template <class Name>
  void sort_threads(State& state, Name name) const;
  std::string canonical(State& state) const;
  std::string draw(const State& state) const;
  int& variable(State& state, int thread, Variable name) const;
  int value(const State& state, int thread, DataOperand operand) const;
  Cell* cell(State& state, Address address, int line, bool is_write);
  void trouble(finding::Kind kind, std::string message, int line) {
    if (!trouble_) trouble_ = Trouble{kind, std::move(message), line};
  }

  const Program& program_;
  const Bounds& bounds_;
  bool draws_;
  std::vector<std::vector<int>> leaving_;
  std::vector<Layout> live_;
  tsl::robin_map<std::string, int, decltype([](const std::string& s) { return base::hash_bytes(s); })> ids_;
  std::vector<Visited> visited_;
  std::deque<std::pair<int, State>> open_;
  std::optional<Trouble> trouble_;
  Visited now_{};
};

int& Explorer::variable(State& state, int thread, Variable name) const {
  if (!program_.is_local(name)) return state.shared[static_cast<std::size_t>(name) - 1];
  return state.threads[static_cast<std::size_t>(thread)]
      .locals[static_cast<std::size_t>(program_.local_of(name))];
}

int Explorer::value(const State& state, int thread, DataOperand operand) const {
  if (operand == kEmptyData) return kEmptyValue;
  if (operand == kUndefinedData) return kUndefinedValue;
  return state.threads[static_cast<std::size_t>(thread)].locals[static_cast<std::size_t>(operand)];
}

Cell* Explorer::cell(State& state, Address address, int line, bool is_write) {
  if (address == 0) return trouble(finding::Kind::null_dereference, "follows a null pointer", line), nullptr;
  if (address == kUndefinedAddress)
    return trouble(finding::Kind::uninitialised_read, "follows an undefined pointer", line), nullptr;
  Cell& found = state.cells[static_cast<std::size_t>(place_of(address)) - 1];
  if (found.is_free && is_write)
    return trouble(finding::Kind::use_after_free, "writes to freed memory", line), nullptr;
  return &found;
}

void Explorer::effect(State& state, int id, int with, Effect how, const Edge& edge, std::size_t index,
                      int line) {
  Thread& thread = state.threads[static_cast<std::size_t>(id)];
  if (thread.fired == Effect::guessed) return;
  if (thread.fired == Effect::sure)
    return trouble(finding::Kind::linearizability, "a call takes effect twice", line);
  const bool in = function_of(thread).role == Role::input;
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
  take(state, id, edge, index + 1);
}

// Every pointer to the cell, in variables and in cells, loses its target.
void Explorer::lose(State& state, Address gone) const {
  const auto mark = [&](Address& address) {
    if (address == gone) address |= kLost;
  };
  for (Address& address : state.shared) mark(address);
  for (Cell& at : state.cells) mark(at.next);
  for (Thread& thread : state.threads) {
    if (thread.node == kIdle) continue;
    const Function& function = function_of(thread);
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::pointer) mark(thread.locals[local]);
  }
}

void Explorer::take(State state, int id, const Edge& edge, std::size_t index) {
  for (; index < edge.ops.size(); ++index) {
    if (trouble_) return;
    const Op& op = edge.ops[index];
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
      case Action::assign:
        variable(state, id, op.a) = pointer(op.b);
        break;
      case Action::load_next: {
        const Cell* at = cell(state, pointer(op.b), op.line, false);
        if (at == nullptr) return;
        Address next = at->next;
        if (!is_valid(pointer(op.b)) && next > 0) next = place_of(next) | kWild;
        variable(state, id, op.a) = next;
        break;
      }
      case Action::store_next: {
        Cell* at = cell(state, pointer(op.a), op.line, true);
        if (at == nullptr) return;
        at->next = pointer(op.b);
        break;
      }
      case Action::allocate: {
        if (bounds_.explicit_memory)
          for (std::size_t i = 0; i < state.cells.size(); ++i)
            if (state.cells[i].is_free) {
              State reused = state;
              reused.cells[i].is_free = false;
              reused.cells[i].data = kUndefinedValue;
              if (Address& next = reused.cells[i].next; bounds_.tracks_lost && next > 0)
                next = place_of(next) | kWild;
              variable(reused, id, op.a) = static_cast<int>(i) + 1;
              reused.allocated.push_back(reused.cells[i].name);
              take(std::move(reused), id, edge, index + 1);
            }
        state.cells.emplace_back().name = ++state.cell_names;
        state.allocated.push_back(state.cell_names);
        variable(state, id, op.a) = static_cast<int>(state.cells.size());
        break;
      }
      case Action::release: {
        if (!bounds_.explicit_memory) break;
        if (pointer(op.a) > 0 && state.cells[static_cast<std::size_t>(place_of(pointer(op.a))) - 1].is_free)
          return trouble(finding::Kind::double_free, "frees memory that is freed already", op.line);
        Cell* at = cell(state, pointer(op.a), op.line, true);
        if (at == nullptr) return;
        at->is_free = true;
        if (bounds_.tracks_lost) lose(state, place_of(pointer(op.a)));
        break;
      }
      case Action::load_data: {
        const Cell* at = cell(state, pointer(op.b), op.line, false);
        if (at == nullptr) return;
        local(op.a) = at->data;
        break;
      }
      case Action::store_data: {
        const int data = value(state, id, op.b);
        Cell* at = cell(state, pointer(op.a), op.line, true);
        if (at == nullptr) return;
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
        if (a == kUndefinedAddress || b == kUndefinedAddress)
          return trouble(finding::Kind::uninitialised_read, "compares an undefined pointer", op.line);
        if ((a == b) != (op.action == Action::assume_equal)) return;
        break;
      }
      case Action::load_age: {
        const int* at = age_at(op.b);
        if (at == nullptr) return;
        local(op.a) = *at;
        break;
      }
      case Action::copy_age:
      case Action::copy_flag:
        local(op.a) = local(op.b);
        break;
      case Action::assume_same_age:
      case Action::assume_other_age: {
        const int* at = age_at(op.b);
        if (at == nullptr) return;
        if ((local(op.a) == *at) != (op.action == Action::assume_same_age)) return;
        break;
      }
      case Action::raise_age: {
        int* at = age_at(op.a);
        if (at == nullptr) return;
        ++*at;
        break;
      }
      case Action::forget_age: {
        int* at = age_at(op.a);
        if (at == nullptr) return;
        *at = 0;
        break;
      }
      case Action::set_flag:
        local(op.a) = op.b != 0 ? 1 : 0;
        break;
      case Action::assume_flag:
        if ((local(op.a) != 0) != (op.b != 0)) return;
        break;
      case Action::lock: {
        int& holder = state.holders[static_cast<std::size_t>(op.a)];
        if (holder == id) return trouble(finding::Kind::lock_misuse, "locks what it holds already", op.line);
        if (holder >= 0) return;
        holder = id;
        break;
      }
      case Action::unlock: {
        int& holder = state.holders[static_cast<std::size_t>(op.a)];
        if (holder != id)
          return trouble(finding::Kind::lock_misuse, "unlocks what it does not hold", op.line);
        holder = -1;
        break;
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
    }
  }
  if (!trouble_) finish(state, id, edge);
}

void Explorer::finish(State& state, int id, const Edge& edge) {
  Thread& thread = state.threads[static_cast<std::size_t>(id)];
  const int owner = program_.function_of[static_cast<std::size_t>(thread.node)];
  if (edge.to == kIdle && owner != -2) {
    if (thread.fired == Effect::none) {
      if (thread.had_candidate) return;
      return trouble(finding::Kind::linearizability, "a call returns without having taken effect", edge.line);
    }
    if (function_of(thread).role == Role::output && value(state, id, edge.result) != thread.effect)
      return trouble(finding::Kind::linearizability, "a call returns another value than it took effect with",
                     edge.line);
    if (state.culprit == id)
      return trouble(finding::Kind::linearizability, "the result does not fit any stack or queue", edge.line);
    if (std::ranges::count(state.holders, id) != 0)
      return trouble(finding::Kind::lock_misuse, "a call returns with a lock held", edge.line);
  }
  thread.node = edge.to;
  if (edge.to == kIdle) {
    thread.locals.clear();
    thread.input = thread.effect = kUndefinedValue;
    thread.fired = Effect::none;
    thread.had_candidate = false;
  }
  add(state);
}

// What is never read again is no part of a state.
void Explorer::forget_dead_locals(Thread& thread) const {
  if (thread.node == kIdle) return;
  const Function& function = function_of(thread);
  std::vector<bool> is_live(thread.locals.size());
  for (int local : live_[static_cast<std::size_t>(thread.node)])
    is_live[static_cast<std::size_t>(local)] = true;
  for (std::size_t local = 0; local < thread.locals.size(); ++local) {
    if (is_live[local]) continue;
    const LocalKind kind = function.locals[local].kind;
    thread.locals[local] = kind == LocalKind::pointer ? kUndefinedAddress
                           : kind == LocalKind::data  ? kUndefinedValue
                                                      : 0;
  }
}

// Threads are alike: they stand in an order that does not depend on who they are, as far as can be told from
// what is named already.
template <class Name>
void Explorer::sort_threads(State& state, Name name) const {
  std::vector<std::pair<std::vector<int>, std::size_t>> keys;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    const Thread& thread = state.threads[i];
    std::vector<int> key = {thread.node, thread.calls, static_cast<int>(thread.fired),
                            thread.had_candidate ? 1 : 0};
    if (thread.node != kIdle) {
      const Function& function = function_of(thread);
      for (std::size_t local = 0; local < thread.locals.size(); ++local)
        if (function.locals[local].kind == LocalKind::pointer)
          key.push_back(name(thread.locals[local]));
        else if (function.locals[local].kind != LocalKind::data)
          key.push_back(thread.locals[local]);
    }
    keys.emplace_back(std::move(key), i);
  }
  if (std::ranges::is_sorted(keys)) return;
  std::ranges::sort(keys);
  std::vector<Thread> threads;
  std::vector<int> place(keys.size());
  for (const auto& [key, from] : keys) {
    place[from] = static_cast<int>(threads.size());
    threads.push_back(std::move(state.threads[from]));
  }
  state.threads = std::move(threads);
  for (int& holder : state.holders)
    if (holder >= 0) holder = place[static_cast<std::size_t>(holder)];
  if (state.culprit >= 0) state.culprit = place[static_cast<std::size_t>(state.culprit)];
}

// Renames cells and values in order of discovery, drops what cannot be named, and returns the state as bytes.
std::string Explorer::canonical(State& state) const {
  for (Thread& thread : state.threads) {
    forget_dead_locals(thread);
    if (bounds_.calls >= bounds_.total_calls) thread.calls = 0;  // only the total is bounded
  }
  std::vector<int> names(state.cells.size() + 1, 0);
  std::vector<Address> order;
  const auto visit = [&](Address& address) {
    if (address <= 0) return;
    int& name = names[static_cast<std::size_t>(place_of(address))];
    if (name == 0) order.push_back(place_of(address)), name = static_cast<int>(order.size());
    address = name | (address & (kLost | kWild));
  };
  for (Address& address : state.shared) visit(address);
  std::size_t walked = 0;
  const auto walk = [&] {
    for (; walked < order.size(); ++walked)
      visit(state.cells[static_cast<std::size_t>(order[walked]) - 1].next);
  };
  walk();
  if (!is_initialising(state))
    sort_threads(state, [&](Address address) {
      return address <= 0 ? address - 1 : names[static_cast<std::size_t>(place_of(address))];
    });
  for (Thread& thread : state.threads) {
    if (thread.node == kIdle) continue;
    const Function& function = function_of(thread);
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::pointer) visit(thread.locals[local]);
    walk();
  }
  std::vector<Cell> cells;
  for (Address address : order) cells.push_back(state.cells[static_cast<std::size_t>(address) - 1]);
  state.cells = std::move(cells);

  std::map<int, int> values;
  const auto rename = [&](int& value) {
    if (value >= 0) value = values.try_emplace(value, static_cast<int>(values.size())).first->second;
  };
  for (int& value : state.content) rename(value);
  for (Cell& at : state.cells) rename(at.data);
  for (Thread& thread : state.threads) {
    rename(thread.input), rename(thread.effect);
    if (thread.node == kIdle) continue;
    const Function& function = function_of(thread);
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::data) rename(thread.locals[local]);
  }

  std::vector<int> labels(values.size());
  for (const auto& [old_value, new_value] : values)
    if (static_cast<std::size_t>(old_value) < state.labels.size())
      labels[static_cast<std::size_t>(new_value)] = state.labels[static_cast<std::size_t>(old_value)];
  state.labels = std::move(labels);

  std::string bytes;
  const auto put = [&](int number) {
    bytes.push_back(static_cast<char>(number)), bytes.push_back(static_cast<char>(number >> 8));
  };
  for (int number : state.shared) put(number);
  for (int number : state.ages) put(number);
  for (int number : state.holders) put(number);
  put(static_cast<int>(state.cells.size()));
  for (const Cell& at : state.cells) put(at.is_free ? 1 : 0), put(at.next), put(at.age), put(at.data);
  put(static_cast<int>(state.content.size()));
  for (int number : state.content) put(number);
  put(state.culprit), put(state.total);
  for (const Thread& thread : state.threads) {
    put(thread.node), put(thread.calls), put(thread.input), put(thread.effect);
    put(static_cast<int>(thread.fired) | (thread.had_candidate ? 4 : 0));
    for (int number : thread.locals) put(number);
  }
  return bytes;
}

// A, B, …, Z, A1, B1, …
std::string cell_name(int number) {
  const int round = (number - 1) / 26;
  return std::string(1, static_cast<char>('A' + (number - 1) % 26)) +
         (round > 0 ? std::to_string(round) : "");
}

std::string Explorer::draw(const State& state) const {
  std::string text;
  for (std::size_t i = 0; i < state.shared.size(); ++i) {
    text += (i == 0 ? "" : "   ") + program_.shared[i];
    Address at = state.shared[i];
    for (int step = 0; at > 0 && step < 6; ++step) {
      const Cell& found = state.cells[static_cast<std::size_t>(place_of(at)) - 1];
      text += fmt::format(
          " → {}{}{}", found.is_free ? "freed " : "", cell_name(found.name),
          found.data >= 0 ? fmt::format(":{}", state.labels[static_cast<std::size_t>(found.data)]) : "");
      at = found.next;
    }
    if (at == 0) text += " → NULL";
  }
  return text;
}

void Explorer::add(State& state) {
  const std::string bytes = canonical(state);
  const auto [entry, is_new] = ids_.try_emplace(bytes, static_cast<int>(visited_.size()));
  if (!is_new) return;
  if (bounds_.on_sight && !is_initialising(state)) {
    const auto seen = [](Address address) {
      if (address <= 0) return address;
      return (address & kWild) != 0 ? kUndefinedAddress : (address & kLost) != 0 ? kFreedAddress : address;
    };
    Sight sight;
    for (Address address : state.shared) sight.shared.push_back(seen(address));
    for (const Cell& at : state.cells) sight.next.push_back(seen(at.next));
    for (const Thread& thread : state.threads) {
      sight.node = thread.node;
      sight.locals = thread.locals;
      for (std::size_t local = 0; local < thread.locals.size(); ++local)
        if (function_of(thread).locals[local].kind == LocalKind::pointer)
          sight.locals[local] = seen(thread.locals[local]);
      bounds_.on_sight(sight);
    }
  }
  Visited visited = now_;
  visited.allocated = std::exchange(state.allocated, {});
  if (draws_) visited.heap = draw(state);
  visited_.push_back(std::move(visited));
  open_.emplace_back(entry->second, std::move(state));
}

void Explorer::call(const State& state, int id, int parent) {
  for (std::size_t index = 0; index < program_.functions.size(); ++index) {
    const Function& callee = program_.functions[index];
    State next = state;
    Thread& thread = next.threads[static_cast<std::size_t>(id)];
    ++thread.calls, ++next.total;
    thread.node = callee.entry;
    thread.locals.assign(callee.locals.size(), 0);
    for (std::size_t local = 0; local < callee.locals.size(); ++local) {
      if (callee.locals[local].kind == LocalKind::pointer) thread.locals[local] = kUndefinedAddress;
      if (callee.locals[local].kind == LocalKind::data) thread.locals[local] = kUndefinedValue;
    }
    now_ = {parent, thread.id, -1, -1, callee.name, {}, {}};
    if (callee.role == Role::input) {
      int largest = -1;  // any value not in use is as good as any other
      for (int v : next.content) largest = std::max(largest, v);
      for (const Cell& at : next.cells) largest = std::max(largest, at.data);
      for (const Thread& other : next.threads) {
        largest = std::max({largest, other.input, other.effect});
        if (other.node == kIdle || &other == &thread) continue;
        const Function& function = function_of(other);
        for (std::size_t local = 0; local < other.locals.size(); ++local)
          if (function.locals[local].kind == LocalKind::data)
            largest = std::max(largest, other.locals[local]);
      }
      thread.input = largest + 1;
      next.labels.resize(static_cast<std::size_t>(thread.input) + 1);
      next.labels[static_cast<std::size_t>(thread.input)] = ++next.inputs;
      now_.argument = next.inputs;
      if (callee.parameter >= 0) thread.locals[static_cast<std::size_t>(callee.parameter)] = thread.input;
    }
    add(next);
  }
}

void Explorer::successors(const State& state, int parent) {
  for (int id = 0; id < bounds_.threads && !trouble_; ++id) {
    const Thread& thread = state.threads[static_cast<std::size_t>(id)];
    if (thread.node == kIdle) {
      if (thread.calls < bounds_.calls && state.total < bounds_.total_calls) {
        call(state, id, parent);
      }
      continue;
    }
    for (int edge : leaving_[static_cast<std::size_t>(thread.node)]) {
      now_ = {parent, thread.id, edge, -1, {}, {}, {}};
      take(state, id, program_.edges[static_cast<std::size_t>(edge)], 0);
      if (trouble_) return;
    }
  }
}

Exploration Explorer::run() {
  State start;
  start.shared.assign(program_.shared.size(), 0);
  start.ages.assign(program_.shared.size(), 0);
  start.holders.assign(program_.locks.size(), -1);
  start.threads.resize(static_cast<std::size_t>(bounds_.threads));
  for (int id = 0; id < bounds_.threads; ++id) start.threads[static_cast<std::size_t>(id)].id = id;
  Thread& first = start.threads[0];
  first.node = program_.initial.entry;
  first.locals.assign(program_.initial.locals.size(), 0);
  for (std::size_t local = 0; local < program_.initial.locals.size(); ++local) {
    const LocalKind kind = program_.initial.locals[local].kind;
    if (kind == LocalKind::pointer) first.locals[local] = kUndefinedAddress;
    if (kind == LocalKind::data) first.locals[local] = kUndefinedValue;
  }
  now_ = {-1, 0, -1, -1, "init", {}, {}};
  add(start);
  Exploration result;
  while (!open_.empty()) {
    auto [id, state] = std::move(open_.front());
    open_.pop_front();
    if (is_initialising(state)) {
      for (int edge : leaving_[static_cast<std::size_t>(state.threads[0].node)]) {
        now_ = {id, 0, edge, -1, {}, {}, {}};
        take(state, 0, program_.edges[static_cast<std::size_t>(edge)], 0);
      }
    } else {
      successors(state, id);
    }
    if (trouble_) {
      Violation violation{trouble_->kind, trouble_->message, trouble_->line, {}};
      Visited step = now_;
      step.heap = draw(state);
      std::vector<Visited> path = {step};
      for (int at = id; at >= 0; at = visited_[static_cast<std::size_t>(at)].parent)
        path.push_back(visited_[static_cast<std::size_t>(at)]);
      std::ranges::reverse(path);
      for (const Visited& visited : path)
        violation.steps.push_back({visited.thread, visited.edge, visited.function, visited.argument,
                                   visited.heap, visited.allocated});
      result.violation = std::move(violation);
      break;
    }
    const bool is_stopped = visited_.size() % 256 == 0 && bounds_.stopped && bounds_.stopped();
    if (visited_.size() > bounds_.max_states || is_stopped) break;
  }
  result.states = visited_.size();
  result.is_complete = open_.empty() || result.violation.has_value();
  return result;
}

}  // namespace

// Drawing every heap would cost more than the search: the heaps are drawn in a second run, if there is
// anything to show.
Exploration explore(const Program& program, const Bounds& bounds) {
  Exploration found = Explorer(program, bounds, false).run();
  if (!found.violation || !bounds.draws) return found;
  Bounds again = bounds;
  again.on_sight = nullptr;
  again.stopped = nullptr;
  again.max_states = found.states + 1;
  return Explorer(program, again, true).run();
}

}  // namespace heddle::prove
