// SPDX-License-Identifier: Apache-2.0
// What is certain at each node of a program, on whatever way a thread came there. Forward data flow over the edges.
#pragma once

#include <optional>
#include <vector>

#include "prove/front/program.h"

namespace heddle::prove {

// By node; none where nobody comes. `transfer(op, program, facts)` takes the facts through a step, `keep_common(to, from)`
// leaves in `to` what `from` has as well, and says whether that was less than there was. Nothing is certain at the start.
template <class Facts, class Transfer, class KeepCommon>
std::vector<std::optional<Facts>> facts_at_nodes(const Program& program, const Transfer& transfer,
                                                 const KeepCommon& keep_common) {
  std::vector<std::optional<Facts>> at(program.nodes());
  at[static_cast<std::size_t>(program.initial.entry)] = Facts();
  for (const Function& function : program.functions) at[static_cast<std::size_t>(function.entry)] = Facts();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : program.edges) {
      if (!at[static_cast<std::size_t>(edge.from)] || edge.to == kIdle) continue;
      Facts facts = *at[static_cast<std::size_t>(edge.from)];
      for (const Op& op : edge.ops) transfer(op, program, facts);
      auto& to = at[static_cast<std::size_t>(edge.to)];
      if (!to)
        to = facts, changed = true;
      else
        changed |= keep_common(*to, facts);
    }
  }
  return at;
}

}  // namespace heddle::prove
