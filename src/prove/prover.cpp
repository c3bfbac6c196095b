// SPDX-License-Identifier: Apache-2.0
#include "prove/prover.h"

#include <algorithm>

namespace heddle::prove {

std::string name(Answer answer) {
  switch (answer) {
    case Answer::proved:
      return "proved";
    case Answer::refuted:
      return "refuted";
    case Answer::unknown:
      return "unknown";
  }
  return {};
}

std::pair<std::optional<Violation>, Bounds> refute(const Program& program, Memory memory,
                                                   const Search& search, std::uint64_t& states) {
  struct Size {
    int threads, calls;
  };
  static constexpr Size kSizes[] = {{1, 2}, {2, 2}, {2, 3}, {3, 3}, {2, 4}, {3, 4}, {2, 5},
                                    {4, 4}, {2, 6}, {3, 5}, {2, 7}, {2, 8}, {2, 9}};
  Bounds bounds;
  bounds.explicit_memory = memory != Memory::gc;
  bounds.max_states = search.max_states;
  bounds.stopped = search.stopped;
  for (const Size& size : kSizes) {
    bounds.threads = size.threads;
    bounds.calls = bounds.total_calls = size.calls;
    Exploration exploration = explore(program, bounds);
    states += exploration.states;
    if (exploration.violation) return {std::move(exploration.violation), bounds};
    if (search.stopped && search.stopped()) break;
  }
  return {std::nullopt, bounds};
}

Proof prove(const Program& program, const Options& options, const Search& search) {
  Proof proof;
  for (auto rule : {Observer::Rule::values, Observer::Rule::order, Observer::Rule::undefined}) {
    proof.outcomes.emplace_back(rule, saturate(program, Observer(rule, program.kind), options));
    proof.statistics += proof.outcomes.back().second.statistics;
    if (!proof.outcomes.back().second.is_proved) break;
  }
  if (proof.alarmed() == nullptr) {
    proof.answer = Answer::proved;
    return proof;
  }
  if (search.enabled)
    std::tie(proof.violation, proof.refuted_within) = refute(program, options.memory, search, proof.states);
  proof.answer = proof.violation ? Answer::refuted : Answer::unknown;
  return proof;
}

std::vector<std::string> assumptions(const Program& program, Memory memory) {
  const auto has = [&](Action action) {
    return std::ranges::any_of(program.edges, [&](const Edge& edge) {
      return std::ranges::any_of(edge.ops, [&](const Op& op) { return op.action == action; });
    });
  };
  std::vector<std::string> list = {
      "memory is sequentially consistent, whatever memory orders the program asks for",
      "allocation never fails",
      "threads call only the two operations, after the initial function has returned",
  };
  if (has(Action::linearize) || has(Action::linearize_if))
    list.emplace_back("the linearisation points are those marked in the program");
  if (memory == Memory::gc) {
    list.emplace_back(
        "memory is collected: free does nothing, no cell is reused while a pointer to it exists");
    return list;
  }
  list.emplace_back(
      "freed cells are reused only as cells of the same type and stay readable (what HEDDLE_NEW and "
      "HEDDLE_FREE do)");
  if (has(Action::raise_age))
    list.emplace_back(
        "version counters do not wrap around, and those of next fields survive reuse of the cell");
  return list;
}

}  // namespace heddle::prove
