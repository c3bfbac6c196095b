// SPDX-License-Identifier: Apache-2.0
#include "prove/front/liveness.h"

#include <set>

namespace heddle::prove {
namespace {

// The locals live before the edge, given those live after it.
std::set<int> before(const Edge& edge, const Program& program, std::set<int> live) {
  if (edge.to == kIdle && edge.result >= 0) live.insert(edge.result);
  for (auto op = edge.ops.rbegin(); op != edge.ops.rend(); ++op) {
    const Uses uses = uses_of(*op, program);
    live.erase(uses.writes);
    live.insert(uses.reads.begin(), uses.reads.end());
  }
  return live;
}

}  // namespace

std::vector<Layout> live_locals(const Program& program) {
  std::vector<std::set<int>> live(program.nodes());
  for (bool changed = true; changed;) {
    changed = false;
    for (auto edge = program.edges.rbegin(); edge != program.edges.rend(); ++edge) {
      auto& at = live[static_cast<std::size_t>(edge->from)];
      const auto old = at.size();
      const auto more = before(
          *edge, program, edge->to == kIdle ? std::set<int>() : live[static_cast<std::size_t>(edge->to)]);
      at.insert(more.begin(), more.end());
      changed |= at.size() != old;
    }
  }
  std::vector<Layout> layouts;
  for (const auto& set : live) layouts.emplace_back(set.begin(), set.end());
  return layouts;
}

std::vector<Layout> read_locals(const Program& program) {
  std::vector<Layout> layouts;
  for (const Edge& edge : program.edges) {
    const auto set = before(edge, program, {});
    layouts.emplace_back(set.begin(), set.end());
  }
  return layouts;
}

}  // namespace heddle::prove
