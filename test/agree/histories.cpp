// SPDX-License-Identifier: Apache-2.0
#include "agree/histories.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_set>

namespace heddle::prove {
namespace {

constexpr auto at(int index) { return static_cast<std::size_t>(index); }
constexpr int kUnset = -7;  // a pointer that was never written

struct Cell {
  int next = kUnset, age = 0, data = kJunk, is_free = 0, is_retired = 0;
  std::set<int> keepers;               // guards that must end before the scheme may free it
  int mark = kUnset, holder = kUnset;  // -1: its lock is free
};
constexpr int kEpoch = kMaxHazards;  // beside the numbers of the hazard pointers
constexpr int guard(int thread, int which) { return thread * (kMaxHazards + 1) + which; }
struct Runner {
  int node = kIdle;
  int call = -1;  // which of the history
  int is_inside = 0;
  std::vector<int> hazards = std::vector<int>(kMaxHazards);
  std::vector<int> locals;
};
struct World {
  std::vector<int> shared, ages, holders;
  std::vector<Cell> cells;
  std::vector<Runner> runners;
  History history;
};

std::string bytes_of(const World& world) {
  std::string bytes;
  const auto put = [&](int number) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>(number >> shift));
  };
  for (int number : world.shared) put(number);
  for (int number : world.ages) put(number);
  for (int number : world.holders) put(number);
  put(static_cast<int>(world.cells.size()));
  for (const Cell& cell : world.cells) put(cell.next), put(cell.age), put(cell.data), put(cell.is_free);
  for (const Cell& cell : world.cells) {
    put(cell.is_retired), put(static_cast<int>(cell.keepers.size()));
    for (int keeper : cell.keepers) put(keeper);
  }
  for (const Cell& cell : world.cells) put(cell.mark), put(cell.holder);
  for (const Runner& runner : world.runners) {
    put(runner.node), put(runner.call), put(runner.is_inside);
    for (int address : runner.hazards) put(address);
    for (int number : runner.locals) put(number);
  }
  for (const PastCall& call : world.history)
    put(call.thread), put(call.function), put(call.argument), put(call.result),
        put(static_cast<int>(call.before)), put(call.has_returned ? 1 : 0);
  return bytes;
}

class Runs {
 public:
  Runs(const Program& program, const HistoryBounds& bounds) : program_(program), bounds_(bounds) {}

  Histories run() {
    World world;
    world.shared.assign(program_.shared.size(), 0);
    world.ages.assign(program_.shared.size(), 0);
    world.holders.assign(program_.locks.size(), -1);
    world.runners.resize(at(bounds_.threads));
    enter(world.runners[0], program_.initial);
    reach(std::move(world));
    while (!open_.empty() && found_.is_complete) {
      const World now = std::move(open_.back());
      open_.pop_back();
      expand(now);
    }
    found_.states = seen_.size();
    return std::move(found_);
  }

 private:
  static void enter(Runner& runner, const Function& function) {
    runner.node = function.entry;
    runner.locals.clear();
    for (const Local& local : function.locals)
      runner.locals.push_back(local.kind == LocalKind::pointer ? kUnset
                              : local.kind == LocalKind::data  ? kJunk
                                                               : 0);
  }

  void reach(World world) {
    if (!seen_.insert(bytes_of(world)).second) return;
    if (seen_.size() > bounds_.max_states) found_.is_complete = false;
    open_.push_back(std::move(world));
  }

  void expand(const World& now) {
    const bool is_starting =
        now.runners[0].node != kIdle && program_.function_of[at(now.runners[0].node)] == -2;
    bool is_over = static_cast<int>(now.history.size()) == bounds_.calls;
    for (int id = 0; id < (is_starting ? 1 : bounds_.threads); ++id) {
      const Runner& runner = now.runners[at(id)];
      if (runner.node != kIdle) {
        is_over = false;
        for (const Edge& edge : program_.edges)
          if (edge.from == runner.node) run_edge(now, id, edge, 0);
      } else if (static_cast<int>(now.history.size()) < bounds_.calls) {
        // Threads are alike: the next one begins only when the one before has.
        const bool may_begin = runner.call >= 0 || id == 0 || now.runners[at(id - 1)].call >= 0;
        for (int function = 0; may_begin && function < static_cast<int>(program_.functions.size());
             ++function)
          for (int key = 1; key <= (program_.kind == Kind::set ? bounds_.keys : 1); ++key)
            begin(now, id, function, key);
      }
    }
    for (std::size_t i = 0; i < now.cells.size(); ++i)
      if (now.cells[i].is_retired != 0 && now.cells[i].keepers.empty()) {
        World freed = now;
        freed.cells[i].is_free = 1, freed.cells[i].is_retired = 0;
        reach(std::move(freed));
      }
    if (!is_over || is_starting) return;
    found_.all.insert(now.history);
    std::string outcome;
    for (const PastCall& call : now.history)
      outcome += std::to_string(call.thread) + program_.functions[at(call.function)].name +
                 (program_.kind == Kind::set ? std::to_string(call.argument) + "=" : "") +
                 std::to_string(call.result) + " ";
    found_.outcomes.insert(std::move(outcome));
  }

  void begin(World world, int id, int function, int key) {
    PastCall call{id, function, 0, 0, 0, false};
    for (std::size_t i = 0; i < world.history.size(); ++i)
      if (world.history[i].has_returned) call.before |= 1U << i;
    Runner& runner = world.runners[at(id)];
    runner.call = static_cast<int>(world.history.size());
    const Function& callee = program_.functions[at(function)];
    enter(runner, callee);
    if (has_argument(callee.role)) {
      call.argument = program_.kind == Kind::set ? key : runner.call + 1;
      if (callee.parameter >= 0) runner.locals[at(callee.parameter)] = call.argument;
    }
    world.history.push_back(call);
    reach(std::move(world));
  }

  void trouble(const char* what) { found_.troubles.insert(what); }

  void run_edge(World world, int id, const Edge& edge, std::size_t from) {
    for (std::size_t index = from; index < edge.ops.size(); ++index) {
      const Op& op = edge.ops[index];
      if (op.with_effect) continue;  // only a point of effect reads it
      Runner& runner = world.runners[at(id)];
      const auto place = [&](Variable variable) -> int& {
        return program_.is_local(variable) ? runner.locals[at(program_.local_of(variable))]
                                           : world.shared[at(variable - 1)];
      };
      const auto pointer = [&](Variable variable) { return variable == kNull ? 0 : place(variable); };
      const auto datum = [&](DataOperand operand) {
        return operand == kEmptyData       ? kNothing
               : operand == kUndefinedData ? kJunk
               : operand == kLeastData     ? 0
               : operand == kGreatestData  ? 1000
                                           : runner.locals[at(operand)];
      };
      // Null if something is wrong with it.
      const auto cell = [&](Variable variable, bool is_write) -> Cell* {
        const int address = pointer(variable);
        if (address == 0) return trouble("null"), nullptr;
        if (address == kUnset) return trouble("undefined"), nullptr;
        Cell& target = world.cells[at(address - 1)];
        if (target.is_free != 0 && (is_write || program_.frees_for_good)) return trouble("freed"), nullptr;
        return &target;
      };
      const auto age = [&](Variable variable, bool is_write) -> int* {
        if (!op.next) return &world.ages[at(variable - 1)];
        Cell* target = cell(variable, is_write);
        return target == nullptr ? nullptr : &target->age;
      };
      switch (op.action) {
        case Action::assign:
          place(op.a) = pointer(op.b);
          break;
        case Action::load_next:
          if (const Cell* target = cell(op.b, false))
            place(op.a) = target->next;
          else
            return;
          break;
        case Action::store_next:
          if (Cell* target = cell(op.a, true))
            target->next = pointer(op.b);
          else
            return;
          break;
        case Action::allocate: {
          if (bounds_.explicit_memory)
            for (std::size_t i = 0; i < world.cells.size(); ++i)
              if (world.cells[i].is_free != 0) {
                World reused = world;
                reused.cells[i].is_free = 0;
                if (program_.kind == Kind::set)
                  reused.cells[i].data = kJunk, reused.cells[i].mark = reused.cells[i].holder = kUnset;
                Runner& same = reused.runners[at(id)];
                (program_.is_local(op.a) ? same.locals[at(program_.local_of(op.a))]
                                         : reused.shared[at(op.a - 1)]) = static_cast<int>(i) + 1;
                run_edge(std::move(reused), id, edge, index + 1);
              }
          world.cells.emplace_back();
          place(op.a) = static_cast<int>(world.cells.size());
          break;
        }
        case Action::release:
          if (!bounds_.explicit_memory) break;
          if (Cell* target = cell(op.a, true)) {
            if (target->is_retired != 0) return trouble("freed");
            target->is_free = 1;
          } else {
            return;
          }
          break;
        case Action::retire: {
          if (!bounds_.explicit_memory) break;
          Cell* target = cell(op.a, true);
          if (target == nullptr) return;
          if (target->is_retired != 0) return trouble("freed");
          target->is_retired = 1;
          for (int thread = 0; thread < bounds_.threads; ++thread) {
            const Runner& other = world.runners[at(thread)];
            if (other.is_inside != 0) target->keepers.insert(guard(thread, kEpoch));
            for (int i = 0; i < kMaxHazards; ++i)
              if (other.hazards[at(i)] == pointer(op.a)) target->keepers.insert(guard(thread, i));
          }
          break;
        }
        case Action::protect: {
          int& hazard = runner.hazards[at(op.a)];
          if (!bounds_.explicit_memory || hazard == pointer(op.b)) break;
          hazard = pointer(op.b);
          for (Cell& any : world.cells) any.keepers.erase(guard(id, op.a));
          break;
        }
        case Action::enter:
        case Action::leave: {
          if (!bounds_.explicit_memory) break;
          const int inside = op.action == Action::enter ? 1 : 0;
          if (runner.is_inside == inside) return trouble("guard");
          runner.is_inside = inside;
          for (Cell& any : world.cells) any.keepers.erase(guard(id, kEpoch));
          break;
        }
        case Action::load_data:
          if (const Cell* target = cell(op.b, false))
            runner.locals[at(op.a)] = target->data;
          else
            return;
          break;
        case Action::store_data: {
          const int data = datum(op.b);
          if (Cell* target = cell(op.a, true))
            target->data = data;
          else
            return;
          break;
        }
        case Action::copy_data:
          runner.locals[at(op.a)] = datum(op.b);
          break;
        case Action::assume_equal:
        case Action::assume_different:
          if (pointer(op.a) == kUnset || pointer(op.b) == kUnset) return trouble("undefined");
          if ((pointer(op.a) == pointer(op.b)) != (op.action == Action::assume_equal)) return;
          break;
        case Action::load_age:
          if (const int* from_age = age(op.b, false))
            runner.locals[at(op.a)] = *from_age;
          else
            return;
          break;
        case Action::copy_age:
        case Action::copy_flag:
          runner.locals[at(op.a)] = runner.locals[at(op.b)];
          break;
        case Action::assume_same_age:
        case Action::assume_other_age: {
          const int* other = age(op.b, false);
          if (other == nullptr ||
              (runner.locals[at(op.a)] == *other) != (op.action == Action::assume_same_age))
            return;
          break;
        }
        case Action::raise_age:
        case Action::forget_age: {
          int* target = age(op.a, true);
          if (target == nullptr) return;
          *target = op.action == Action::raise_age ? *target + 1 : 0;
          break;
        }
        case Action::set_flag:
          runner.locals[at(op.a)] = op.b != 0 ? 1 : 0;
          break;
        case Action::assume_flag:
          if ((runner.locals[at(op.a)] != 0) != (op.b != 0)) return;
          break;
        case Action::lock:
          if (world.holders[at(op.a)] == id) return trouble("lock");
          if (world.holders[at(op.a)] >= 0) return;
          world.holders[at(op.a)] = id;
          break;
        case Action::unlock:
          if (world.holders[at(op.a)] != id) return trouble("lock");
          world.holders[at(op.a)] = -1;
          break;
        case Action::assume_held:
          if ((world.holders[at(op.a)] >= 0) != (op.b != 0)) return;
          break;
        case Action::take_flag:
          if (world.holders[at(op.a)] >= 0) return;
          world.holders[at(op.a)] = id;
          break;
        case Action::clear_flag:
          world.holders[at(op.a)] = -1;
          break;
        case Action::touch:
          if (cell(op.a, op.b != 0) == nullptr) return;
          break;
        case Action::fail:
          return trouble("failure");
        case Action::linearize:
        case Action::linearize_if:
          break;
        case Action::assume_order: {
          const int a = datum(op.a);
          const int b = datum(op.b);
          if (a == kJunk || b == kJunk) return trouble("undefined");
          if ((op.c & (a < b ? 1 : a == b ? 2 : 4)) == 0) return;
          break;
        }
        case Action::assume_mark:
        case Action::store_mark: {
          const bool is_write = op.action == Action::store_mark;
          Cell* target = cell(op.a, is_write);
          if (target == nullptr) return;
          if (!is_write && target->mark == kUnset) return trouble("undefined");
          if (!is_write && target->mark != op.b) return;
          if (is_write) target->mark = op.b;
          break;
        }
        case Action::make_lock:
        case Action::lock_cell:
        case Action::unlock_cell: {
          Cell* target = cell(op.a, true);
          if (target == nullptr) return;
          const bool makes = op.action == Action::make_lock;
          const bool takes = op.action == Action::lock_cell;
          if (makes ? target->holder >= 0 : target->holder == kUnset || (target->holder == id) == takes)
            return trouble("lock");
          if (takes && target->holder >= 0) return;
          target->holder = takes ? id : -1;
          break;
        }
      }
    }
    Runner& runner = world.runners[at(id)];
    runner.node = edge.to;
    if (edge.to == kIdle) {
      if (runner.is_inside != 0) return trouble("guard");
      if (runner.call >= 0) {
        PastCall& call = world.history[at(runner.call)];
        call.has_returned = true;
        if (program_.kind == Kind::set)
          call.result = edge.result == kTrueResult ? 1 : 0;
        else if (program_.functions[at(call.function)].role == Role::output)
          call.result = edge.result == kEmptyData       ? kNothing
                        : edge.result == kUndefinedData ? kJunk
                                                        : runner.locals[at(edge.result)];
        if (std::ranges::count(world.holders, id) != 0) return trouble("lock");
        for (const Cell& cell : world.cells)
          if (cell.holder == id) return trouble("lock");
      }
      runner.locals.clear();
    }
    reach(std::move(world));
  }

  const Program& program_;
  const HistoryBounds& bounds_;
  Histories found_;
  std::unordered_set<std::string> seen_;
  std::deque<World> open_;
};

}  // namespace

Histories histories_of(const Program& program, const HistoryBounds& bounds) {
  return Runs(program, bounds).run();
}

bool is_explained(const History& history, const Program& program) {
  std::vector<std::size_t> order(history.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::uint32_t done = 0;
    std::deque<int> content;
    bool fits = true;
    for (std::size_t i : order) {
      const PastCall& call = history[i];
      fits = fits && (call.before & ~done) == 0;
      done |= 1U << i;
      if (program.kind == Kind::set) {
        const Role role = program.functions[at(call.function)].role;
        const bool is_in = std::ranges::find(content, call.argument) != content.end();
        fits = fits && (call.result != 0) == (role == Role::insert ? !is_in : is_in);
        if (role != Role::contains) std::erase(content, call.argument);
        if (role == Role::insert) content.push_back(call.argument);
      } else if (program.functions[at(call.function)].role == Role::input) {
        content.push_back(call.argument);
      } else if (content.empty()) {
        fits = fits && call.result == kNothing;
      } else {
        const int value = program.kind == Kind::stack ? content.back() : content.front();
        program.kind == Kind::stack ? content.pop_back() : content.pop_front();
        fits = fits && call.result == value;
      }
    }
    if (fits) return true;
  } while (std::ranges::next_permutation(order).found);
  return false;
}

std::string describe(const History& history, const Program& program) {
  std::string text;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const PastCall& call = history[i];
    const Function& function = program.functions[at(call.function)];
    text += "T" + std::to_string(call.thread) + " " + function.name +
            (function.role == Role::input ? "(" + std::to_string(call.argument) + ")"
                                          : "() = " + std::to_string(call.result)) +
            " after calls " + std::to_string(call.before) + "; ";
  }
  return text;
}

}  // namespace heddle::prove
