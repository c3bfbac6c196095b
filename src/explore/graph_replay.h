// SPDX-License-Identifier: Apache-2.0
// One given schedule under a memory model. A decision's outcome says which write a read reads, counted from the last,
// and what comes of it if there is a choice; of a write, how many stand after it (outcome_number). Where the model
// does not allow that, the last write is meant, and `followed` tells: what is shown is always an execution of the
// program under the model.
#pragma once

#include "explore/memory_model.h"
#include "explore/replay.h"

namespace heddle::explore {

inline constexpr std::uint32_t kMostChoices = 64;
// How many decisions of a schedule are for an older write than the last, or for a place before it.
constexpr std::uint32_t weak_choices_in(std::span<const Decision> decisions) {
  std::uint32_t count = 0;
  for (const Decision& decision : decisions) count += decision.outcome >= kMostChoices;
  return count;
}
constexpr std::uint32_t outcome_number(std::uint32_t from_last, std::uint32_t choice) {
  return from_last * kMostChoices + choice;
}

class GraphReplay final : public Replay, public schedule::Memory {
 public:
  GraphReplay(Arena& arena, std::span<const Decision> decisions, MemoryModel& model);
  void begin() override;
  void order(Thread earlier, Thread later) override;
  schedule::Memory* memory() override { return this; }

  const ExecutionGraph& graph() const { return graph_; }
  const MemoryModel& model() const { return *model_; }

  bool goes_on(Thread) override { return false; }
  void reaches(Thread, const schedule::AtomicRequest&) override {}
  schedule::AtomicAnswer perform(Thread thread, const schedule::AtomicRequest& request) override;
  void fence(Thread thread, MemoryOrder order) override { graph_.add_fence(thread, order); }
  void stuck(Thread thread, std::uint32_t reads) override { graph_.mark_waiting(thread, reads); }
  bool is_meaningless() const override { return graph_.waits_for_old(); }
  std::span<const std::uint32_t> known_to(Thread thread) const override;

 private:
  using Index = ExecutionGraph::Index;
  Index write_from_last(std::uint32_t location, std::uint32_t distance) const;
  Index read(Thread thread, const schedule::AtomicRequest& request);
  void write(Thread thread, const schedule::AtomicRequest& request);

  MemoryModel* model_;
  ExecutionGraph graph_;
  ExecutionGraph trial_;
};

}  // namespace heddle::explore
