// SPDX-License-Identifier: Apache-2.0
// Which execution graphs a memory model allows. The exploration (graph_search.h) keeps every graph coherent by
// construction: no read and no write is put before what its thread already knows (ExecutionGraph::lower_bound),
// no read-modify-write is parted from what it read, and (po ∪ rf) has no cycle since events are added to the
// ends of threads. All models keep what notifications promise (wake_ups.h). A model says what more it demands; each is
// one file here, one row in schedule/memory_models.def, and its axioms in runtime/host/witness_graph.cpp, which check
// what is reported.
//   sc     sequential consistency: po ∪ rf ∪ co ∪ fr has no cycle (model_sc.h)
//   tso    x86's: stores wait in a buffer that later loads pass (model_tso.h)
//   rc11   C++'s own model: psc has no cycle (model_rc11.h)
#pragma once

#include <span>
#include <string_view>

#include "explore/execution_graph.h"
#include "explore/wake_ups.h"

namespace heddle::explore {

class MemoryModel {
 public:
  virtual ~MemoryModel() = default;
  virtual std::string_view name() const = 0;
  // Asked whenever a read was given a write that is not the last of its location, a write was placed before
  // another, or a read was given another write. A graph that only grew at its ends stays consistent.
  bool allows(const ExecutionGraph& graph) { return keeps_wake_ups(graph) && is_allowed(graph); }

 protected:
  virtual bool is_allowed(const ExecutionGraph& graph) = 0;
};

// In the arena, which outlives it; nullptr: no such model.
MemoryModel* make_memory_model(std::string_view name, Arena& arena);
std::span<const std::string_view> memory_model_names();

}  // namespace heddle::explore
