// SPDX-License-Identifier: Apache-2.0
// Sequential consistency: one order of all events explains every read, that is, po ∪ rf ∪ co ∪ fr (and what
// creation and join order) has no cycle. fr leads from a read to the writes after the one it read.
// Events are taken in rounds, each as soon as all before it are; what is left at the end is on a cycle, or behind one.
// Time: rounds × events × accesses of a location; graphs are nearly in order, so that rounds are few.
#pragma once

#include "explore/memory_model.h"

namespace heddle::explore {

class ScModel final : public MemoryModel {
 public:
  explicit ScModel(Arena& arena) : taken_(arena) {}
  std::string_view name() const override { return "sc"; }
  bool allows(const ExecutionGraph& graph) override;

 private:
  Array<bool> taken_;
};

}  // namespace heddle::explore
