// SPDX-License-Identifier: Apache-2.0
// Can some threads stand before given events at the same time, in some schedule of the recorded steps? Two
// accesses that can are a race; acquires that can, each wanting what the next holds, are a deadlock.
//
// Four ways, cheapest first; each yields a schedule.
//   followed   The closure (closure.h) in which reads follow the writes they saw: every read sees what it
//              saw.
//   recorded   The closure without reads. It succeeds whenever happens-before leaves the events unordered.
//   reordered  Sections may come in another order than recorded: reach() of the pinned positions from the
//              greatest lock-free feasible state below them. Exact within its bounds; a no is exact: no
//              schedule of the recorded steps does it.
//   same_reads Any order of sections and accesses in which every read sees what it saw (same_reads.h).
#pragma once

#include <span>
#include <vector>

#include "predict/closure.h"
#include "predict/schedule.h"
#include "states/reachable.h"

namespace heddle::predict {

enum class Way : std::uint8_t { none, followed, recorded, reordered, same_reads };
std::string_view name(Way way);

struct Meeting {
  states::Answer answer = states::Answer::no;
  Way way = Way::none;
  State from;                      // its events come first, as recorded;
  std::vector<std::uint32_t> run;  // then these steps
};

Meeting met(Way way, const State& closure);
// Distinct threads, before these events, with another lock order.
Meeting reordered(const Recording& recording, std::span<const Standing> next,
                  const states::ReachLimits& limits);

// The threads pinned where they stand, and what else must have happened, in one of the losets.
states::PinnedGoal goal_of(const Recording& recording, const order::Loset& loset,
                           std::span<const Standing> next);

// The schedule, with at least its last `steps` spelled out.
Schedule schedule_of(const Recording& recording, const Meeting& meeting, std::size_t steps);

}  // namespace heddle::predict
