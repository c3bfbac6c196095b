// SPDX-License-Identifier: Apache-2.0
#include "prove/sets/hints.h"

#include <map>
#include <optional>

namespace heddle::prove::sets {
namespace {

using Behind =
    std::map<Variable, Variable>;  // locals, with the local that their cell's next field was set to

void transfer(const Op& op, const Program& program, Behind& behind) {
  if (op.action == Action::store_next) {
    behind.erase(op.a);
    if (op.b > 0 && program.is_local(op.a) && program.is_local(op.b)) behind[op.a] = op.b;
    return;
  }
  if (op.action != Action::assign && op.action != Action::load_next && op.action != Action::allocate) return;
  std::optional<Variable> copied;
  if (op.action == Action::assign && behind.contains(op.b)) copied = behind[op.b];
  if (op.action == Action::load_next && program.is_local(op.b)) copied = op.b;
  if (op.action == Action::assign && op.a == op.b) return;
  std::erase_if(behind, [&](const auto& entry) { return entry.first == op.a || entry.second == op.a; });
  if (copied && *copied != op.a && program.is_local(op.a)) behind[op.a] = *copied;
}

}  // namespace

Program with_hints(Program program) {
  std::vector<std::optional<Behind>> at(program.nodes());
  at[static_cast<std::size_t>(program.initial.entry)] = Behind();
  for (const Function& function : program.functions) at[static_cast<std::size_t>(function.entry)] = Behind();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : program.edges) {
      if (!at[static_cast<std::size_t>(edge.from)] || edge.to == kIdle) continue;
      Behind behind = *at[static_cast<std::size_t>(edge.from)];
      for (const Op& op : edge.ops) transfer(op, program, behind);
      auto& to = at[static_cast<std::size_t>(edge.to)];
      const std::size_t before = to ? to->size() : 0;
      if (!to)
        to = behind, changed = true;
      else
        std::erase_if(*to, [&](const auto& entry) {
          const auto same = behind.find(entry.first);
          return same == behind.end() || same->second != entry.second;
        });
      changed |= to->size() != before;
    }
  }
  for (Edge& edge : program.edges) {
    Behind behind = at[static_cast<std::size_t>(edge.from)].value_or(Behind());
    for (Op& op : edge.ops) {
      if (op.action == Action::store_next)
        if (const auto found = behind.find(op.b); found != behind.end()) op.c = found->second;
      transfer(op, program, behind);
    }
  }
  return program;
}

}  // namespace heddle::prove::sets
