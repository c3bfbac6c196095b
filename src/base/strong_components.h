// SPDX-License-Identifier: Apache-2.0
// Strongly connected components of a directed graph, by Tarjan's walk (1972): linear time, and no recursion,
// so that long paths do not overflow the stack.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::base {

// `next[v]` are the heads of the arcs from v. Each vertex stands in one component; a component comes after
// those that it can reach.
std::vector<std::vector<std::uint32_t>> strong_components(
    const std::vector<std::vector<std::uint32_t>>& next);

}  // namespace heddle::base
