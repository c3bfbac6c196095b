// SPDX-License-Identifier: Apache-2.0
// x86's own model, for code written with that machine in mind: a store waits in its core's buffer while later loads
// pass it, and nothing else is reordered. As compilers translate C++: a seq_cst store, a seq_cst fence and every
// read-modify-write empty the buffer; all other orders cost nothing.
//
// Sewell, Sarkar, Owens, Zappa Nardelli, Myreen: x86-TSO (CACM 2010); as axioms Alglave, Maranget, Tautschnig: Herding
// Cats (TOPLAS 2014): ppo ∪ rfe ∪ co ∪ fr has no cycle, where ppo is po without the pairs of a buffered store
// and a later load. It allows less than rc11 does, so what rc11 demands of coherence is demanded too.
// How it is found: taking.h.
#pragma once

#include "explore/memory_model.h"
#include "explore/taking.h"

namespace heddle::explore {

class TsoModel final : public MemoryModel {
 public:
  explicit TsoModel(Arena& arena) : order_(arena) {}
  std::string_view name() const override { return "tso"; }
  bool is_allowed(const ExecutionGraph& graph) override;

 private:
  bool is_next_in_thread(const ExecutionGraph& graph, ExecutionGraph::Index event) const;
  Taking order_;
};

}  // namespace heddle::explore
