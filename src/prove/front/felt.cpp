// SPDX-License-Identifier: Apache-2.0
#include "prove/front/felt.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace heddle::prove {
namespace {

bool is_decided_alone(Action action) {
  switch (action) {
    case Action::load_age:
    case Action::copy_age:
    case Action::assume_same_age:
    case Action::assume_other_age:
    case Action::set_flag:
    case Action::copy_flag:
    case Action::assume_flag:
    case Action::protect:
    case Action::enter:
    case Action::leave:
      return true;
    default:
      return false;
  }
}

bool only_writes_a_local(const Op& op, const Program& program) {
  switch (op.action) {
    case Action::assign:
    case Action::load_next:
    case Action::allocate:
      return program.is_local(op.a);
    case Action::load_data:
    case Action::copy_data:
      return true;
    default:
      return false;
  }
}

// What it had before the step, it has compared then.
std::vector<Op> without_decided(const Edge& edge, bool with_addresses) {
  std::set<Variable> loaded;  // those that have another one
  bool has_freed = false;     // which changes what is equal
  std::vector<Op> left;
  for (const Op& op : edge.ops) {
    if (is_decided_alone(op.action)) continue;
    const bool is_comparison =
        (op.action == Action::assume_equal && !with_addresses) || op.action == Action::assume_different;
    if (is_comparison && !has_freed && !loaded.contains(op.a) && !loaded.contains(op.b)) continue;
    has_freed |= op.action == Action::release;
    if (op.action == Action::load_next || op.action == Action::allocate) loaded.insert(op.a);
    if (op.action == Action::assign && loaded.contains(op.b)) loaded.insert(op.a);
    if (op.action == Action::assign && !loaded.contains(op.b)) loaded.erase(op.a);
    left.push_back(op);
  }
  return left;
}

// Nobody sees what is in a local after the step.
std::vector<Op> without_unread(const std::vector<Op>& ops, const Program& program) {
  std::set<int> read;
  std::vector<Op> left;
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    const Uses uses = uses_of(*op, program);
    if (only_writes_a_local(*op, program) && !read.contains(uses.writes)) continue;
    read.erase(uses.writes);
    read.insert(uses.reads.begin(), uses.reads.end());
    left.push_back(*op);
  }
  std::ranges::reverse(left);
  return left;
}

// Of each operand: a pointer variable, a local, or just a number.
const char* operands_of(Action action) {
  switch (action) {
    case Action::assign:
    case Action::load_next:
    case Action::store_next:
    case Action::assume_equal:
    case Action::assume_different:
      return "pp";
    case Action::load_data:
      return "lp";
    case Action::store_data:
      return "pl";
    case Action::copy_data:
      return "ll";
    case Action::linearize:
      return "l";
    case Action::linearize_if:
      return "lpp";
    case Action::allocate:
    case Action::release:
    case Action::raise_age:
    case Action::forget_age:
    case Action::retire:
      return "p";
    case Action::touch:
      return "pn";
    default:
      return "nn";
  }
}

// The operations with locals named by when they are first met.
struct Form {
  std::string text;
  std::vector<int> locals;
};
Form form_of(const std::vector<Op>& ops, const Program& program) {
  Form form;
  const auto number = [&](int local) {
    const auto found = std::ranges::find(form.locals, local);
    if (found == form.locals.end()) return form.locals.push_back(local), form.locals.size() - 1;
    return static_cast<std::size_t>(found - form.locals.begin());
  };
  for (const Op& op : ops) {
    form.text += "\n" + std::to_string(static_cast<int>(op.action)) + (op.next ? "+" : "");
    const char* kinds = operands_of(op.action);
    for (std::size_t i = 0; kinds[i] != 0; ++i) {
      const int operand = i == 0 ? op.a : i == 1 ? op.b : op.c;
      const bool is_pointer = kinds[i] == 'p' && operand > 0 && program.is_local(operand);
      const bool is_local = is_pointer || (kinds[i] == 'l' && operand >= 0);
      form.text += is_local ? " l" : " ";
      form.text += is_local ? std::to_string(number(is_pointer ? program.local_of(operand) : operand))
                            : std::to_string(operand);
    }
  }
  return form;
}

std::set<int> read_first(const std::vector<Op>& ops, const Program& program) {
  std::set<int> read;
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    const Uses uses = uses_of(*op, program);
    read.erase(uses.writes);
    read.insert(uses.reads.begin(), uses.reads.end());
  }
  return read;
}

}  // namespace

std::vector<Felt> felt_steps(const Program& program, bool with_addresses) {
  std::vector<Felt> all;
  std::map<std::string, int> forms;
  for (const Edge& edge : program.edges) {
    Felt felt{edge, {}, 0, false};
    felt.edge.ops = without_unread(without_decided(edge, with_addresses), program);
    Form form = form_of(felt.edge.ops, program);
    const std::set<int> read = read_first(felt.edge.ops, program);
    for (int local : form.locals)
      if (read.contains(local)) felt.reads.push_back(local);
    felt.takes_effect = std::ranges::any_of(felt.edge.ops, [](const Op& op) {
      return op.action == Action::linearize || op.action == Action::linearize_if;
    });
    const int owner = program.function_of[static_cast<std::size_t>(edge.from)];
    if (felt.takes_effect)
      form.text += "\nrole " + std::to_string(static_cast<int>(program.function(owner).role));
    for (int local : felt.reads)  // which of them are pointers
      form.text += ' ' + std::to_string(static_cast<int>(
                             program.function(owner).locals[static_cast<std::size_t>(local)].kind));
    felt.form = forms.try_emplace(form.text, static_cast<int>(forms.size())).first->second;
    all.push_back(std::move(felt));
  }
  return all;
}

}  // namespace heddle::prove
