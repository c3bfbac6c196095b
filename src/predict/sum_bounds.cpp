// SPDX-License-Identifier: Apache-2.0
#include "predict/sum_bounds.h"

#include <algorithm>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>

namespace heddle::predict {

namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Graph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS, boost::no_property,
    boost::property<boost::edge_capacity_t, std::int64_t,
                    boost::property<boost::edge_residual_capacity_t, std::int64_t,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

void add_arrow(Graph& graph, std::size_t from, std::size_t to, std::int64_t capacity) {
  const auto forth = boost::add_edge(from, to, graph).first;
  const auto back = boost::add_edge(to, from, graph).first;
  boost::put(boost::edge_capacity, graph, forth, capacity);
  boost::put(boost::edge_capacity, graph, back, std::int64_t{0});
  boost::put(boost::edge_reverse, graph, forth, back);
  boost::put(boost::edge_reverse, graph, back, forth);
}

}  // namespace

GreatestSum greatest_sum(const Poset& poset, const Sum& sum) {
  const std::size_t n = poset.processes();
  const State bottom = poset.bottom();
  GreatestSum result{sum.at(bottom.data()), bottom};

  // Nodes: 0 the source, 1 the sink, then the events with a weight, process by process.
  std::vector<std::vector<Index>> weighted(n);  // by process, ascending
  std::vector<std::size_t> first(n);
  std::size_t nodes = 2;
  std::int64_t everything = 1;
  for (std::size_t p = 0; p < n; ++p) {
    first[p] = nodes;
    const std::vector<std::int64_t>& values = sum.values[p];
    for (Index i = 1; i < values.size(); ++i) {
      if (values[i] == values[i - 1]) continue;
      weighted[p].push_back(i);
      everything += std::abs(values[i] - values[i - 1]);
    }
    nodes += weighted[p].size();
  }
  if (nodes == 2) return result;

  Graph graph(nodes);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t k = 0; k < weighted[p].size(); ++k) {
      const Index i = weighted[p][k];
      const std::int64_t weight = sum.values[p][i] - sum.values[p][i - 1];
      if (weight > 0) {
        add_arrow(graph, 0, first[p] + k, weight);
      } else {
        add_arrow(graph, first[p] + k, 1, -weight);
      }
      const Index* clock = poset.clock(p, i);
      const Index* previous = poset.clock(p, k == 0 ? 0 : weighted[p][k - 1]);
      for (std::size_t q = 0; q < n; ++q) {
        if (q == p) {
          if (k > 0) add_arrow(graph, first[p] + k, first[p] + k - 1, everything);
          continue;
        }
        if (clock[q] == previous[q]) continue;  // implied by the event before
        const auto needed = std::upper_bound(weighted[q].begin(), weighted[q].end(), clock[q]);
        if (needed == weighted[q].begin()) continue;
        add_arrow(graph, first[p] + k, first[q] + static_cast<std::size_t>(needed - weighted[q].begin()) - 1,
                  everything);
      }
    }
  }
  boost::push_relabel_max_flow(graph, 0, 1);

  // The source's side of the cut, what residual capacity reaches, is the heaviest closed set.
  std::vector<char> reached(nodes, 0);
  std::vector<std::size_t> stack{0};
  reached[0] = 1;
  while (!stack.empty()) {
    const std::size_t at = stack.back();
    stack.pop_back();
    for (auto [edge, end] = boost::out_edges(at, graph); edge != end; ++edge) {
      const std::size_t to = boost::target(*edge, graph);
      if (reached[to] || boost::get(boost::edge_residual_capacity, graph, *edge) == 0) continue;
      reached[to] = 1;
      stack.push_back(to);
    }
  }
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t k = 0; k < weighted[p].size(); ++k) {
      if (!reached[first[p] + k]) continue;
      const Index* clock = poset.clock(p, weighted[p][k]);
      for (std::size_t q = 0; q < n; ++q) result.state[q] = std::max(result.state[q], clock[q]);
    }
  }
  result.value = sum.at(result.state.data());
  return result;
}

}  // namespace heddle::predict
