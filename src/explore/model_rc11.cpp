// SPDX-License-Identifier: Apache-2.0
#include "explore/model_rc11.h"

namespace heddle::explore {
namespace {

using Graph = ExecutionGraph;
using Kind = Graph::Kind;
enum : std::size_t { kHb, kElsewhere, kScb, kAhead, kMatrices };  // kElsewhere: po to another location

bool has_location(const Graph::Event& event) { return event.kind == Kind::read || event.kind == Kind::write; }
bool same_location(const Graph::Event& a, const Graph::Event& b) {
  return has_location(a) && has_location(b) && a.location == b.location;
}
// Where it stands in eco among the events at its location.
std::uint32_t stand(const Graph& graph, const Graph::Event& event) {
  return event.kind == Kind::write ? 2 * event.rank : 2 * graph.rank_of(event.from) + 1;
}
bool is_fence(const Graph::Event& event) { return event.kind == Kind::fence; }

}  // namespace

bool Rc11Model::allows(const Graph& graph) {
  chosen_.clear();
  for (Index i = 0; i < graph.size(); ++i)
    if (graph[i].kind != Kind::after && graph[i].order == MemoryOrder::seq_cst) chosen_.push_back(i);
  if (chosen_.size() < 2) return true;
  fill(graph);
  const std::size_t count = chosen_.size();
  const std::size_t edge_words = (count + 63) / 64;
  edges_.clear();
  edges_.resize(count * edge_words, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const Index a = chosen_[i];
    // Where scb leads from a, or from what happens after the fence a; and, of two fences, hb ; eco ; hb.
    Word* ahead = row(kAhead, a);
    merge(ahead, row(kScb, a));
    if (is_fence(graph[a]))
      for (Index x = 0; x < size_; ++x)
        if (has(row(kHb, a), x)) merge(ahead, row(kScb, x));
    for (std::size_t j = 0; j < count; ++j) {
      const Index b = chosen_[j];
      bool edge = has(ahead, b);
      if (!edge && is_fence(graph[b]))
        for (Index y = 0; y < size_ && !edge; ++y) edge = has(ahead, y) && has(row(kHb, y), b);
      if (!edge && is_fence(graph[a]) && is_fence(graph[b])) {
        edge = has(row(kHb, a), b);
        for (Index x = 0; x < size_ && !edge; ++x) {
          if (!has(row(kHb, a), x) || !has_location(graph[x])) continue;
          for (Index y = graph.newest_at(graph[x].location); y != Graph::kNone && !edge; y = graph[y].beside)
            edge = stand(graph, graph[x]) < stand(graph, graph[y]) && has(row(kHb, y), b);
        }
      }
      if (edge) edges_[i * edge_words + j / 64] |= Word{1} << (j % 64);
    }
  }
  return is_acyclic();
}

void Rc11Model::fill(const Graph& graph) {
  size_ = graph.size();
  words_ = (size_ + 63) / 64;
  rows_.clear();
  rows_.resize(kMatrices * size_ * words_, 0);
  for (Index y = 0; y < size_; ++y)
    for (Index x = 0; x < size_; ++x)
      if (x != y && graph.knows(y, Graph::Knows::hb, x)) set(row(kHb, x), y);
  for (Index y = 0; y < size_; ++y)
    for (Index x = graph[y].previous; x != Graph::kNone; x = graph[x].previous) {
      set(row(kScb, x), y);
      if (!same_location(graph[x], graph[y])) set(row(kElsewhere, x), y);
    }
  for (Index x = 0; x < size_; ++x) {
    // po≠loc ; hb ; po≠loc. Row kAhead serves as the place for po≠loc ; hb and is cleared again.
    Word* between = row(kAhead, x);
    for (Index u = 0; u < size_; ++u)
      if (has(row(kElsewhere, x), u)) merge(between, row(kHb, u));
    for (Index v = 0; v < size_; ++v)
      if (has(between, v)) merge(row(kScb, x), row(kElsewhere, v));
    for (std::size_t i = 0; i < words_; ++i) between[i] = 0;
    if (!has_location(graph[x])) continue;
    for (Index y = graph.newest_at(graph[x].location); y != Graph::kNone; y = graph[y].beside) {
      const bool to_write = graph[y].kind == Kind::write;  // co, fr
      if (has(row(kHb, x), y) || (x != y && to_write && stand(graph, graph[x]) < stand(graph, graph[y])))
        set(row(kScb, x), y);
    }
  }
}

bool Rc11Model::is_acyclic() {
  const std::size_t count = chosen_.size(), words = (count + 63) / 64;
  for (std::size_t k = 0; k < count; ++k)  // Warshall
    for (std::size_t i = 0; i < count; ++i)
      if ((edges_[i * words + k / 64] >> (k % 64) & 1) != 0)
        for (std::size_t w = 0; w < words; ++w) edges_[i * words + w] |= edges_[k * words + w];
  for (std::size_t i = 0; i < count; ++i)
    if ((edges_[i * words + i / 64] >> (i % 64) & 1) != 0) return false;
  return true;
}

}  // namespace heddle::explore
