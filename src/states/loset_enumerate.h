// SPDX-License-Identifier: Apache-2.0
// The enumerations of a loset's states behind one interface, in parallel where they can be.
//
//   bfs, dfs   by walking (loset_walk.h): reachable states only
//   lex        QuickLex without the short cut, every feasible state decided (Lex1 of Table 6.1)
//   quick_lex  with it (Lex2)
//   diagram    without visiting them: reachable states only
//
// Parallel, the two lexical ones: ParaMount's partition of the consistent states, by happens-before without the order of
// locks. An interval of it begins anywhere, in the middle of sections too; whether its states can be reached is decided
// from the greatest reset point below each, wherever that is (decision_flow.h), so no interval needs to know of another.
// The short cut starts anew in each of them. Work: that of the sequential enumeration, and one decision an interval more.
#pragma once

#include <functional>
#include <optional>

#include "order/poset.h"
#include "states/count.h"
#include "states/loset_quick_lex.h"

namespace heddle::states {

enum class LosetAlgorithm : std::uint8_t { bfs, dfs, lex, quick_lex, diagram };
std::string_view name(LosetAlgorithm algorithm);
std::optional<LosetAlgorithm> loset_algorithm_named(std::string_view name);

// Happens-before without the order of locks, as a poset: process t is thread t.
order::Poset happens_before(const Loset& loset);
// Which thread should be which digit, for Loset::reordered (process_order.h).
std::vector<std::size_t> thread_order(const Loset& loset);

struct LosetCountOptions {
  std::optional<LosetAlgorithm> algorithm;  // none: the diagram, or if it grows too large quick_lex
  Class which = Class::reachable;
  unsigned workers = 1;                        // 0: as many as there are cores
  std::size_t bytes = std::size_t{1} << 30;    // of the diagram, or what a walk remembers
  base::Stop stop;                             // asked now and then, from several threads
  std::function<void(std::uint64_t)> visited;  // so many states more; from several threads
};
struct LosetCounted {
  Count states;
  bool complete = true;
  std::uint64_t unknown = 0;  // left out: exact reachability met its bound
  LosetAlgorithm used = LosetAlgorithm::diagram;
  std::size_t diagram_nodes = 0;
};
LosetCounted count(const Loset& loset, const LosetCountOptions& options);

// Every state, in the algorithm's order, on one core. False: the visitor said stop, or memory or limits did.
bool enumerate(LosetAlgorithm algorithm, const Loset& loset, const LosetCountOptions& options,
               const std::function<bool(const Index*)>& visit, LexCounts* counts = nullptr);

}  // namespace heddle::states
