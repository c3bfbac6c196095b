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
// Time: events² / 64 words for each pair of rows, and only where there are two seq_cst events.
#pragma once

#include "explore/memory_model.h"

namespace heddle::explore {

class Rc11Model final : public MemoryModel {
 public:
  explicit Rc11Model(Arena& arena) : rows_(arena), chosen_(arena), edges_(arena) {}
  std::string_view name() const override { return "rc11"; }
  bool allows(const ExecutionGraph& graph) override;

 private:
  using Index = ExecutionGraph::Index;
  using Word = std::uint64_t;
  Word* row(std::size_t matrix, Index event) { return rows_.begin() + (matrix * size_ + event) * words_; }
  static bool has(const Word* row, Index bit) { return (row[bit / 64] >> (bit % 64) & 1) != 0; }
  static void set(Word* row, Index bit) { row[bit / 64] |= Word{1} << (bit % 64); }
  void merge(Word* into, const Word* from) const {
    for (std::size_t i = 0; i < words_; ++i) into[i] |= from[i];
  }
  void fill(const ExecutionGraph& graph);
  bool is_acyclic();

  std::size_t size_ = 0, words_ = 0;
  Array<Word> rows_;
  Array<Index> chosen_;  // the seq_cst events
  Array<Word> edges_;    // psc between them
};

}  // namespace heddle::explore
