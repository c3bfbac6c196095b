// SPDX-License-Identifier: Apache-2.0
// RC11: C++'s memory model, repaired, without load buffering.
//
// Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11 (PLDI 2017). Coherence,
// atomicity and the absence of (po ∪ rf)-cycles hold for every graph that is asked about; what is left is that
// the seq_cst events fit into one order: psc has no cycle, where
//   scb  = po ∪ po≠loc ; hb ; po≠loc ∪ hb|loc ∪ co ∪ fr
//   psc  = ([SC] ∪ [Fsc] ; hb?) ; scb ; ([SC] ∪ hb? ; [Fsc])  ∪  [Fsc] ; (hb ∪ hb ; eco ; hb) ; [Fsc]
// eco = (rf ∪ co ∪ fr)+ of two events at one location is a comparison of numbers: a write of rank k stands at
// 2k, a read of it at 2k + 1, and what stands lower comes first.
//
// Most graphs that are asked about are sequentially consistent, which is asked first: all of psc is within
// (po ∪ rf ∪ co ∪ fr)+, so where that has no cycle psc has none.
// For the others each relation is a matrix of bits, a row for each event: what comes before it.
// Time: events × rounds for the first; for the rest events² / 64 words a matrix, and only where there are two
// seq_cst events.
#pragma once

#include "explore/memory_model.h"
#include "explore/model_sc.h"

namespace heddle::explore {

class Rc11Model final : public MemoryModel {
 public:
  explicit Rc11Model(Arena& arena)
      : sequential_(arena),
        rows_(arena),
        starts_(arena),
        by_place_(arena),
        apart_(arena),
        chosen_(arena),
        edges_(arena) {}
  std::string_view name() const override { return "rc11"; }
  bool is_allowed(const ExecutionGraph& graph) override;

 private:
  using Index = ExecutionGraph::Index;
  using Word = std::uint64_t;
  Word* row(std::size_t matrix, Index event) { return rows_.begin() + (matrix * size_ + event) * words_; }
  static bool has(const Word* row, Index bit) { return (row[bit / 64] >> (bit % 64) & 1) != 0; }
  static void set(Word* row, Index bit) { row[bit / 64] |= Word{1} << (bit % 64); }
  static void unset(Word* row, Index bit) { row[bit / 64] &= ~(Word{1} << (bit % 64)); }
  void merge(Word* into, const Word* from) const {
    for (std::size_t i = 0; i < words_; ++i) into[i] |= from[i];
  }
  void clear(Word* row) const {
    for (std::size_t i = 0; i < words_; ++i) row[i] = 0;
  }
  // What comes before any of these by the relation.
  void merge_before(Word* into, std::size_t relation, const Word* these);
  void merge_happens_before(Word* into, const Word* these, const ExecutionGraph& graph);
  void merge_through_others(Word* scb, Index event, const ExecutionGraph& graph);
  Index last_of(const Word* these, Index thread_end);  // the last of them in that thread
  void fill_happens_before(const ExecutionGraph& graph);
  void fill_scb(const ExecutionGraph& graph);
  void find_before(const ExecutionGraph& graph, Index event);
  bool is_acyclic();

  ScModel sequential_;
  std::size_t size_ = 0, words_ = 0;
  Array<Word> rows_;
  Array<Index> starts_, by_place_;
  Array<Index> apart_;   // the last event before it in its thread at another location, or at none
  Array<Index> chosen_;  // the seq_cst events
  Array<Word> edges_;    // psc between them: a row has what comes before
};

}  // namespace heddle::explore
