// SPDX-License-Identifier: Apache-2.0
#include "prove/front/atomic_blocks.h"

#include <algorithm>
#include <map>

#include "prove/front/movers.h"

namespace heddle::prove {
namespace {

// What may be accessed: shared variables by number, then the fields of cells.
constexpr int kData = -1, kNext = -2, kOther = -3, kMark = -4;

struct Accesses {
  bool reads_inside = false, writes_inside = false, reads_outside = false, writes_outside = false;
  bool collide() const {
    return (writes_inside && (reads_outside || writes_outside)) || (writes_outside && reads_inside);
  }
};

class Survey {
 public:
  explicit Survey(const Program& program) : program_(program) {}

  void add(const Op& op, bool is_inside, bool is_owned) {
    const auto note = [&](int what, bool is_write) {
      Accesses& all = accesses_[what];
      (is_inside  ? is_write ? all.writes_inside : all.reads_inside
       : is_write ? all.writes_outside
                  : all.reads_outside) = true;
    };
    const auto shared = [&](Variable variable, bool is_write) {
      if (variable != kNull && !program_.is_local(variable)) note(variable, is_write);
    };
    const auto field = [&](int what, bool is_write) {
      if (!is_owned) note(what, is_write);
    };
    switch (op.action) {
      case Action::assign:
        shared(op.a, true), shared(op.b, false);
        break;
      case Action::assume_equal:
      case Action::assume_different:
        shared(op.a, false), shared(op.b, false);
        break;
      case Action::load_next:
        shared(op.a, true), field(kNext, false);
        break;
      case Action::store_next:
        shared(op.b, false), field(kNext, true);
        break;
      case Action::load_data:
        field(kData, false);
        break;
      case Action::store_data:
        field(kData, true);
        break;
      case Action::touch:
        field(kOther, op.b != 0);
        break;
      case Action::assume_mark:
      case Action::store_mark:
        field(kMark, op.action == Action::store_mark);
        break;
      case Action::load_age:
      case Action::assume_same_age:
      case Action::assume_other_age:
        op.next ? field(kNext, false) : shared(op.b, false);
        break;
      case Action::raise_age:
      case Action::forget_age:
        op.next ? field(kNext, true) : shared(op.a, true);
        break;
      case Action::lock:
      case Action::unlock:
      case Action::assume_held:
      case Action::take_flag:
      case Action::clear_flag:
      case Action::lock_cell:
      case Action::unlock_cell:
        takes_lock_ |= is_inside;
        break;
      case Action::retire:
      case Action::protect:
      case Action::enter:
      case Action::leave:  // natively others come between
        takes_lock_ |= is_inside;
        break;
      default:
        break;
    }
  }
  bool is_clear() const {
    for (const auto& [what, all] : accesses_)
      if (all.collide()) return false;
    return !takes_lock_;
  }

 private:
  const Program& program_;
  std::map<int, Accesses> accesses_;
  bool takes_lock_ = false;
};

// A way round that stays inside.
bool has_loop_inside(const Program& program, const std::vector<bool>& inside) {
  std::vector<int> open(program.nodes());  // edges from inside to inside that lead there
  const auto is_inner = [&](const Edge& edge) {
    return edge.to != kIdle && inside[static_cast<std::size_t>(edge.from)] &&
           inside[static_cast<std::size_t>(edge.to)];
  };
  for (const Edge& edge : program.edges)
    if (is_inner(edge)) ++open[static_cast<std::size_t>(edge.to)];
  std::vector<NodeId> ready;
  std::size_t left = 0;
  for (std::size_t node = 1; node < program.nodes(); ++node)
    if (inside[node]) ++left, open[node] == 0 ? ready.push_back(static_cast<NodeId>(node)) : void();
  while (!ready.empty()) {
    const NodeId node = ready.back();
    ready.pop_back(), --left;
    for (const Edge& edge : program.edges)
      if (edge.from == node && is_inner(edge) && --open[static_cast<std::size_t>(edge.to)] == 0)
        ready.push_back(edge.to);
  }
  return left != 0;
}

}  // namespace

Statements settle_atomic_blocks(Statements statements) {
  Program& program = statements.program;
  const int lock = statements.block_lock;
  if (lock < 0) return statements;
  const auto is_border = [&](const Op& op) {
    return (op.action == Action::lock || op.action == Action::unlock) && op.a == lock;
  };
  Survey survey(program);
  for_each_operation(program, [&](const Edge& edge, const Op& op, bool is_owned) {
    const bool is_initial = program.function_of[static_cast<std::size_t>(edge.from)] == -2;
    if (!is_initial && !is_border(op) && !op.with_effect)
      survey.add(op, statements.inside[static_cast<std::size_t>(edge.from)], is_owned);
  });
  if (!survey.is_clear() || has_loop_inside(program, statements.inside)) {
    statements.inside.assign(statements.inside.size(), false);
    return statements;
  }
  // A border is a place between two steps, not a step that could be merged with those around it: the nodes
  // before and after it become one, outside.
  for (std::size_t border = 0; border < program.edges.size();) {
    const Edge edge = program.edges[border];
    if (std::ranges::none_of(edge.ops, is_border)) {
      ++border;
      continue;
    }
    program.edges.erase(program.edges.begin() + static_cast<std::ptrdiff_t>(border));
    for (Edge& other : program.edges)
      if (other.from == edge.to) other.from = edge.from;
    statements.inside[static_cast<std::size_t>(edge.from)] = false;
  }
  program.locks.pop_back();  // it was the last to be declared
  statements.block_lock = -1;
  return statements;
}

}  // namespace heddle::prove
