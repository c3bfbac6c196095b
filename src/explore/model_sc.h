// SPDX-License-Identifier: Apache-2.0
// Sequential consistency: one order of all events explains every read, that is, po ∪ rf ∪ co ∪ fr (and what
// creation and join order) has no cycle. fr leads from a read to the writes after the one it read.
// How it is found: taking.h.
#pragma once

#include "explore/memory_model.h"
#include "explore/taking.h"

namespace heddle::explore {

class ScModel final : public MemoryModel {
 public:
  explicit ScModel(Arena& arena) : order_(arena) {}
  std::string_view name() const override { return "sc"; }
  bool is_allowed(const ExecutionGraph& graph) override;

 private:
  Taking order_;
};

}  // namespace heddle::explore
