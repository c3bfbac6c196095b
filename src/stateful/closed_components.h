// SPDX-License-Identifier: Apache-2.0
// Strongly connected components that no edge leaves, by Tarjan's algorithm without recursion. O(nodes +
// edges), times a logarithm for the maps.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "stateful/state_store.h"

namespace heddle::stateful {

// Of the graph of `edges` among the nodes that are `inside`: one node of each strongly connected component
// without an edge to another component or out of the graph, and none of whose nodes is in `exits`.
std::vector<StateNumber> closed_components(const std::map<StateNumber, std::vector<StateNumber>>& edges,
                                           const std::set<StateNumber>& exits,
                                           const std::function<bool(StateNumber)>& inside);

}  // namespace heddle::stateful
