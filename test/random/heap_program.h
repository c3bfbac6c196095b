// SPDX-License-Identifier: Apache-2.0
// Random small list programs: real ones, damaged at random. Damage is a list, so that a failure can be shrunk
// by leaving parts of it out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "prove/front/program.h"

namespace heddle::random {

struct Damage {
  enum class Kind : std::uint8_t { drop, swap, copy_elsewhere, operand, split_step, retarget, move_effect };
  Kind kind = Kind::drop;
  std::uint32_t edge = 0, op = 0, other = 0, which = 0;
};

inline std::vector<Damage> random_damage(std::mt19937_64& random) {
  std::vector<Damage> damage(1 + random() % 3);
  for (Damage& one : damage)
    one = {static_cast<Damage::Kind>(random() % 7), static_cast<std::uint32_t>(random()),
           static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random()),
           static_cast<std::uint32_t>(random())};
  return damage;
}

// The damaged program; one that is not well-formed any more is for the caller's check() to reject.
inline prove::Program damaged(prove::Program program, const std::vector<Damage>& damage) {
  using namespace prove;
  for (const Damage& one : damage) {
    Edge& edge = program.edges[one.edge % program.edges.size()];
    if (edge.ops.empty()) continue;
    const std::size_t at = one.op % edge.ops.size();
    const int owner = program.function_of[static_cast<std::size_t>(edge.from)];
    // Another step of the same function.
    std::vector<std::size_t> siblings;
    for (std::size_t i = 0; i < program.edges.size(); ++i)
      if (program.function_of[static_cast<std::size_t>(program.edges[i].from)] == owner)
        siblings.push_back(i);
    Edge& sibling = program.edges[siblings[one.other % siblings.size()]];
    switch (one.kind) {
      case Damage::Kind::drop:
        edge.ops.erase(edge.ops.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case Damage::Kind::swap:
        std::swap(edge.ops[at], edge.ops[one.other % edge.ops.size()]);
        break;
      case Damage::Kind::copy_elsewhere: {
        const Op op = edge.ops[at];
        sibling.ops.insert(
            sibling.ops.begin() + static_cast<std::ptrdiff_t>(one.which % (sibling.ops.size() + 1)), op);
        break;
      }
      case Damage::Kind::operand: {
        // Some other pointer of the function, or a shared one, in place of a pointer operand.
        const Function& function = program.function(owner);
        std::vector<Variable> pointers;
        for (int shared = 0; shared <= static_cast<int>(program.shared.size()); ++shared)
          pointers.push_back(shared);
        for (std::size_t local = 0; local < function.locals.size(); ++local)
          if (function.locals[local].kind == LocalKind::pointer)
            pointers.push_back(program.local_variable(static_cast<int>(local)));
        Op& op = edge.ops[at];
        const Variable chosen = pointers[one.which % pointers.size()];
        const bool first = one.other % 2 == 0;
        if (op.action == Action::load_data)
          op.b = chosen;
        else if (op.action == Action::store_data)
          op.a = chosen;
        else if (op.action <= Action::store_next || op.action == Action::assume_equal ||
                 op.action == Action::assume_different)
          (first ? op.a : op.b) = chosen;
        else if (op.action == Action::release || op.action == Action::retire)
          op.a = chosen;
        else if (op.action == Action::protect)
          op.b = chosen;
        else if (op.action >= Action::assume_mark)
          op.a = chosen;
        else if (op.action == Action::assume_order)
          op.c = 1 + static_cast<int>(one.which % 6);
        break;
      }
      case Damage::Kind::split_step: {
        // Others can come between the two halves now.
        program.function_of.push_back(owner);
        const NodeId middle = static_cast<NodeId>(program.function_of.size()) - 1;
        Edge second = edge;
        second.from = middle;
        second.ops.erase(second.ops.begin(), second.ops.begin() + static_cast<std::ptrdiff_t>(at));
        edge.ops.resize(at);
        edge.to = middle;
        edge.result = kUndefinedData;
        program.edges.push_back(second);
        break;
      }
      case Damage::Kind::retarget:
        if (edge.to != kIdle && sibling.to != kIdle) edge.to = sibling.to;
        break;
      case Damage::Kind::move_effect: {
        const auto effect =
            std::ranges::find_if(edge.ops, [](const Op& op) { return op.action == Action::linearize; });
        if (effect == edge.ops.end()) break;
        const Op op = *effect;
        edge.ops.erase(effect);
        sibling.ops.insert(one.which % 2 == 0 ? sibling.ops.begin() : sibling.ops.end(), op);
        break;
      }
    }
  }
  return program;
}

}  // namespace heddle::random
