// SPDX-License-Identifier: Apache-2.0
#include "prove/lock_order.h"

#include <functional>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::prove {
namespace {

using Held = std::set<int>;
using Wait = std::tuple<Held, int, int>;  // what is held, what is waited for, the line

std::set<Wait> waits_of(const Program& program) {
  std::set<Wait> waits;
  std::set<std::pair<NodeId, Held>> seen;
  std::vector<std::pair<NodeId, Held>> open;
  const auto reach = [&](NodeId node, Held held) {
    if (node != kIdle && seen.emplace(node, held).second) open.emplace_back(node, std::move(held));
  };
  for (const Function& function : program.functions) reach(function.entry, {});
  while (!open.empty()) {
    const auto [node, before] = std::move(open.back());
    open.pop_back();
    for (const Edge& edge : program.edges) {
      if (edge.from != node) continue;
      Held held = before;
      for (const Op& op : edge.ops) {
        const bool waits_for =
            op.action == Action::lock || (op.action == Action::take_flag && program.is_flag(op.a));
        if (waits_for) waits.emplace(held, op.a, op.line);
        if (waits_for || op.action == Action::take_flag) held.insert(op.a);
        if (op.action == Action::unlock || op.action == Action::clear_flag) held.erase(op.a);
      }
      reach(edge.to, std::move(held));
    }
  }
  return waits;
}

}  // namespace

std::optional<LockCycle> lock_cycle(const Program& program) {
  const std::set<Wait> waits = waits_of(program);
  std::vector<const Wait*> round;
  // Extends the round by a thread that holds what the last one waits for; true if it closes.
  const std::function<bool(const Held&)> close = [&](const Held& all) {
    const int wanted = std::get<1>(*round.back());
    if (std::get<0>(*round.front()).contains(wanted)) return round.size() > 1;
    for (const Wait& next : waits) {
      const Held& held = std::get<0>(next);
      if (!held.contains(wanted)) continue;
      Held both = all;
      bool is_apart = true;
      for (int lock : held) is_apart &= both.insert(lock).second;
      if (!is_apart) continue;
      round.push_back(&next);
      if (close(both)) return true;
      round.pop_back();
    }
    return false;
  };
  for (const Wait& first : waits) {
    if (std::get<0>(first).empty()) continue;
    round = {&first};
    if (!close(std::get<0>(first))) continue;
    std::vector<std::string> names;
    for (const Wait* wait : round)
      names.push_back(program.locks[static_cast<std::size_t>(std::get<1>(*wait))]);
    return LockCycle{
        fmt::format("locks are taken in orders that can block each other: {}", fmt::join(names, ", ")),
        std::get<2>(first)};
  }
  return std::nullopt;
}

}  // namespace heddle::prove
