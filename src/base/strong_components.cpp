// SPDX-License-Identifier: Apache-2.0
#include "base/strong_components.h"

#include <algorithm>

namespace heddle::base {

std::vector<std::vector<std::uint32_t>> strong_components(
    const std::vector<std::vector<std::uint32_t>>& next) {
  struct Visit {
    std::uint32_t vertex = 0;
    std::size_t arc = 0;
  };
  std::vector<std::vector<std::uint32_t>> components;
  std::vector<std::uint32_t> number(next.size(), 0), low(next.size(), 0);  // 0: not yet seen
  std::vector<bool> open(next.size(), false);                              // seen, and in no component yet
  std::vector<std::uint32_t> stack;                                        // the open ones
  std::vector<Visit> path;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t vertex) {
    number[vertex] = low[vertex] = ++count;
    open[vertex] = true;
    stack.push_back(vertex);
    path.push_back({vertex});
  };
  for (std::uint32_t root = 0; root < next.size(); ++root) {
    if (number[root] != 0) continue;
    enter(root);
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::uint32_t vertex = visit.vertex;
      if (visit.arc < next[vertex].size()) {
        const std::uint32_t head = next[vertex][visit.arc++];
        if (number[head] == 0)
          enter(head);
        else if (open[head])
          low[vertex] = std::min(low[vertex], number[head]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().vertex] = std::min(low[path.back().vertex], low[vertex]);
      if (low[vertex] != number[vertex]) continue;
      const auto first = std::find(stack.rbegin(), stack.rend(), vertex).base() - 1;
      components.emplace_back(first, stack.end());
      stack.erase(first, stack.end());
      for (const std::uint32_t member : components.back()) open[member] = false;
    }
  }
  return components;
}

}  // namespace heddle::base
