// SPDX-License-Identifier: Apache-2.0
#include "predict/meeting.h"

#include <algorithm>

#include "predict/optimistic.h"

namespace heddle::predict {

using states::Answer;

std::string_view name(Way way) {
  switch (way) {
    case Way::followed:
      return "the recorded lock order and the same reads";
    case Way::recorded:
      return "the recorded lock order";
    case Way::reordered:
      return "another lock order";
    case Way::same_reads:
      return "another order and the same reads";
    case Way::none:
      break;
  }
  return "none";
}

Meeting met(Way way, const State& closure) { return {.answer = Answer::yes, .way = way, .from = closure}; }

states::PinnedGoal goal_of(const Recording& recording, const order::Loset& loset,
                           std::span<const Standing> next) {
  std::vector<EventAt> pins;
  State floor(loset.threads(), 0);
  for (const Standing& at : next) {
    pins.push_back({at.thread, at.index - 1});
    floor[at.after.thread] = std::max(floor[at.after.thread], at.after.index);
    // Of an access that is ordered itself only the must order counts: what it would see does not matter.
    for (std::size_t u = 0; u < floor.size(); ++u)
      if (u != at.thread) floor[u] = std::max(floor[u], recording.must().seen(at.thread, at.known(), u));
  }
  return states::pinned_goal(loset, pins, floor);
}

Meeting reordered(const Recording& recording, std::span<const Standing> next,
                  const states::ReachLimits& limits) {
  Meeting meeting;
  const order::Loset& must = recording.must();
  const states::PinnedGoal pinned = goal_of(recording, must, next);
  if (!pinned.possible) return meeting;
  for (std::size_t i = 0; i < next.size(); ++i)
    for (std::size_t j = i + 1; j < next.size(); ++j)
      if (!must.compatible(next[i].thread, next[i].index - 1, next[j].thread, next[j].index - 1))
        return meeting;
  meeting.from = states::greatest_lock_free(must, pinned.goal.least);
  if (auto run = optimistic_run(recording, must, meeting.from, pinned.goal, Accesses::any)) {
    meeting.answer = Answer::yes;
    meeting.way = Way::reordered;
    meeting.run = std::move(*run);
    return meeting;
  }
  states::Reach reach = states::reach(must, meeting.from, pinned.goal, limits);
  meeting.answer = reach.answer;
  if (reach.answer == Answer::yes) meeting.way = Way::reordered;
  meeting.run = std::move(reach.run);
  return meeting;
}

Schedule schedule_of(const Recording& recording, const Meeting& meeting, std::size_t steps) {
  Schedule schedule{meeting.from, {}};
  // Spell out the last steps of the recorded order: take them off from behind.
  for (std::size_t i = meeting.run.size(); i < steps; ++i) {
    std::size_t latest = schedule.start.size();
    Position position = 0;
    for (std::size_t t = 0; t < schedule.start.size(); ++t) {
      if (schedule.start[t] == 0) continue;
      const Position here = recording.position({t, schedule.start[t]});
      if (latest == schedule.start.size() || here > position) latest = t, position = here;
    }
    if (latest == schedule.start.size()) break;
    --schedule.start[latest];
    schedule.run.push_back(static_cast<std::uint32_t>(latest));
  }
  std::reverse(schedule.run.begin(), schedule.run.end());
  schedule.run.insert(schedule.run.end(), meeting.run.begin(), meeting.run.end());
  return schedule;
}

}  // namespace heddle::predict
