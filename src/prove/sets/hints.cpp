// SPDX-License-Identifier: Apache-2.0
#include "prove/sets/hints.h"

#include <map>
#include <optional>

#include "prove/front/facts_at_nodes.h"

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
  const auto at = facts_at_nodes<Behind>(program, transfer, [](Behind& to, const Behind& from) {
    return std::erase_if(to, [&](const auto& entry) {
             const auto same = from.find(entry.first);
             return same == from.end() || same->second != entry.second;
           }) != 0;
  });
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
