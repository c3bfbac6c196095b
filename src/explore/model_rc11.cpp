// SPDX-License-Identifier: Apache-2.0
#include "explore/model_rc11.h"

#include <bit>

namespace heddle::explore {
namespace {

using Graph = ExecutionGraph;
using Kind = Graph::Kind;
// What comes before an event: by po, itself included; by hb; by po at another location; by scb; by eco; and places to
// compute in, of which the first has psc in the end.
enum : std::size_t { kThread, kHb, kElsewhere, kScb, kEco, kScratch, kMatrices };
enum : Graph::Index { kFound, kReached, kBetween, kScratchRows };  // rows of kScratch

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

bool Rc11Model::is_allowed(const Graph& graph) {
  chosen_.clear();
  for (Index i = 0; i < graph.size(); ++i)
    if (graph[i].kind != Kind::after && graph[i].order == MemoryOrder::seq_cst) chosen_.push_back(i);
  if (chosen_.size() < 2 || sequential_.is_allowed(graph)) return true;
  size_ = graph.size() < kScratchRows ? kScratchRows : graph.size();
  words_ = (size_ + 63) / 64;
  rows_.clear();
  rows_.resize(kMatrices * size_ * words_, 0);
  fill_happens_before(graph);
  fill_scb(graph);
  const std::size_t count = chosen_.size();
  const std::size_t edge_words = (count + 63) / 64;
  edges_.clear();
  edges_.resize(count * edge_words, 0);
  for (std::size_t j = 0; j < count; ++j) {
    find_before(graph, chosen_[j]);
    for (std::size_t i = 0; i < count; ++i)
      if (has(row(kScratch, kFound), chosen_[i])) edges_[j * edge_words + i / 64] |= Word{1} << (i % 64);
  }
  return is_acyclic();
}

void Rc11Model::merge_before(Word* into, std::size_t relation, const Word* these) {
  for (std::size_t i = 0; i < words_; ++i)
    for (Word left = these[i]; left != 0; left &= left - 1)
      merge(into,
            row(relation, static_cast<Index>(i * 64 + static_cast<std::size_t>(std::countr_zero(left)))));
}

// Of each thread the last one knows what the others do. Stamps grow in a thread.
void Rc11Model::merge_happens_before(Word* into, const Word* these, const Graph& graph) {
  for (Thread thread = 0; thread < graph.threads(); ++thread) {
    const Index last = last_of(these, graph.last_of(thread));
    if (last != Graph::kNone) merge(into, row(kHb, last));
  }
}

Rc11Model::Index Rc11Model::last_of(const Word* these, Index thread_end) {
  if (thread_end == Graph::kNone) return Graph::kNone;
  const Word* thread = row(kThread, thread_end);
  for (std::size_t i = words_; i-- > 0;)
    if (const Word both = these[i] & thread[i]; both != 0)
      return static_cast<Index>(i * 64 + 63 - static_cast<std::size_t>(std::countl_zero(both)));
  return Graph::kNone;
}

// An event knows a beginning of each thread: the rows of kThread are these beginnings.
void Rc11Model::fill_happens_before(const Graph& graph) {
  apart_.clear();
  for (Index y = 0; y < graph.size(); ++y) {
    const Index before = graph[y].previous;
    Word* elsewhere = row(kElsewhere, y);
    if (before != Graph::kNone) {
      merge(row(kThread, y), row(kThread, before));
      merge(elsewhere, row(kThread, before));
    }
    set(row(kThread, y), y);
    if (has_location(graph[y]))
      for (Index x = graph[y].beside; x != Graph::kNone; x = graph[x].beside) unset(elsewhere, x);
    apart_.push_back(before == Graph::kNone || !same_location(graph[before], graph[y]) ? before
                                                                                       : apart_[before]);
  }
  graph.sort_by_place(starts_, by_place_);
  for (Index y = 0; y < graph.size(); ++y) {
    if (graph[y].previous != Graph::kNone) merge(row(kHb, y), row(kThread, graph[y].previous));
    const std::uint32_t* known = graph.clock(y, Graph::Knows::hb);
    for (Thread thread = 0; thread < graph.threads(); ++thread)
      if (thread != graph[y].thread && known[thread] != 0)
        merge(row(kHb, y), row(kThread, by_place_[starts_[thread] + known[thread] - 1]));
  }
}

void Rc11Model::fill_scb(const Graph& graph) {
  for (Index y = 0; y < graph.size(); ++y) {
    Word* scb = row(kScb, y);
    if (graph[y].previous != Graph::kNone) merge(scb, row(kThread, graph[y].previous));
    merge_through_others(scb, y, graph);
    if (!has_location(graph[y])) continue;
    const bool is_write = graph[y].kind == Kind::write;
    for (Index x = graph.newest_at(graph[y].location); x != Graph::kNone; x = graph[x].beside) {
      const bool is_lower = stand(graph, graph[x]) < stand(graph, graph[y]);
      if (is_lower) set(row(kEco, y), x);
      if (has(row(kHb, y), x) || (is_lower && is_write)) set(scb, x);  // the second: co, fr
    }
  }
}

// po≠loc ; hb ; po≠loc. What happens before the last event at another location is a beginning of each thread; what is
// at another location than one of its events is so either for its last event or for the last one apart from that.
void Rc11Model::merge_through_others(Word* scb, Index y, const Graph& graph) {
  if (apart_[y] == Graph::kNone) return;
  const Word* known = row(kHb, apart_[y]);
  for (Thread thread = 0; thread < graph.threads(); ++thread) {
    const Index last = last_of(known, graph.last_of(thread));
    if (last == Graph::kNone) continue;
    merge(scb, row(kElsewhere, last));
    if (apart_[last] != Graph::kNone) merge(scb, row(kElsewhere, apart_[last]));
  }
}

// psc: the seq_cst events before this one are left in kFound.
void Rc11Model::find_before(const Graph& graph, Index event) {
  Word* found = row(kScratch, kFound);
  Word* reached = row(kScratch, kReached);
  Word* between = row(kScratch, kBetween);
  clear(found);
  clear(reached);
  clear(between);
  // scb to the event, or to what happens before it where it is a fence; from there, of fences, over hb.
  merge(found, row(kScb, event));
  if (is_fence(graph[event])) merge_before(found, kScb, row(kHb, event));
  merge_happens_before(reached, found, graph);
  if (is_fence(graph[event])) {  // of two fences: hb, and hb ; eco ; hb
    merge(reached, row(kHb, event));
    merge_before(between, kEco, row(kHb, event));
    merge_happens_before(reached, between, graph);
  }
  for (const Index other : chosen_)
    if (is_fence(graph[other]) && has(reached, other)) set(found, other);
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
