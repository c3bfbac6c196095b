// SPDX-License-Identifier: Apache-2.0
#include "predict/meeting.h"

#include <algorithm>

namespace heddle::predict {

using order::exclude;
using order::kNever;
using order::LockInterval;
using states::Answer;

std::string_view name(Way way) {
  switch (way) {
    case Way::followed:
      return "the recorded lock order and the same reads";
    case Way::recorded:
      return "the recorded lock order";
    case Way::reordered:
      return "another lock order";
    case Way::none:
      break;
  }
  return "none";
}

// Raises `state` to the closure; false if it would take one of the given events.
bool Meetings::close(const order::Loset& loset, std::span<const Standing> next, State& state) const {
  const std::size_t n = loset.threads();
  const auto stays = [&] {
    return std::all_of(next.begin(), next.end(),
                       [&](const Standing& at) { return state[at.thread] < at.index; });
  };
  const auto raise = [&](std::size_t thread, Index index) {
    for (std::size_t u = 0; u < n; ++u) state[u] = std::max(state[u], loset.seen(thread, index, u));
  };
  state.assign(n, 0);
  for (const Standing& at : next) raise(at.thread, at.index - 1);
  // An access can itself be ordered (an acquiring atomic load): what it needs comes first. What it would see
  // does not matter any more, so here only the must order counts; then close again.
  for (const Standing& at : next)
    for (std::size_t u = 0; u < n; ++u)
      if (u != at.thread) raise(u, std::max(state[u], recording_->must().seen(at.thread, at.known(), u)));
  for (bool changed = true; changed;) {
    if (!stays()) return false;
    changed = false;
    for (std::size_t t = 0; t < n && !changed; ++t)
      for (const std::uint32_t open : loset.held(t, state[t])) {
        const LockInterval& mine = loset.intervals(t)[open];
        const Position began = recording_->position({t, mine.acquire});
        bool must_end = false;
        for (std::size_t u = 0; u < n && !must_end; ++u) {
          if (u == t) continue;
          const auto others = loset.intervals_of(u, mine.lock);
          const auto intervals = loset.intervals(u);
          auto last = std::partition_point(others.begin(), others.end(),
                                           [&](std::uint32_t o) { return intervals[o].acquire <= state[u]; });
          while (last != others.begin() && !exclude(intervals[*(last - 1)], mine)) --last;
          must_end =
              last != others.begin() && recording_->position({u, intervals[*(last - 1)].acquire}) > began;
        }
        if (!must_end) continue;
        if (mine.release == kNever) return false;
        raise(t, mine.release);
        changed = true;
        break;
      }
  }
  return true;
}

Meeting Meetings::meet(std::span<const Standing> next, bool reorder) {
  Meeting meeting;
  const order::Loset& must = recording_->must();
  for (std::size_t i = 0; i < next.size(); ++i)
    for (std::size_t j = i + 1; j < next.size(); ++j) {
      const Standing &a = next[i], &b = next[j];
      if (must.seen(a.thread, a.known(), b.thread) >= b.index ||
          must.seen(b.thread, b.known(), a.thread) >= a.index ||
          !must.compatible(a.thread, a.index - 1, b.thread, b.index - 1))
        return meeting;
    }
  if (close(recording_->followed(), next, meeting.end)) {
    meeting.answer = Answer::yes;
    meeting.way = Way::followed;
    return meeting;
  }
  if (close(must, next, meeting.end)) {
    meeting.answer = Answer::yes;
    meeting.way = Way::recorded;
    return meeting;
  }
  meeting.end.clear();
  if (!reorder) {
    meeting.answer = Answer::unknown;
    return meeting;
  }
  this->reorder(must, next, meeting);
  return meeting;
}

Meeting Meetings::meet_after_writes(std::span<const Standing> next) const {
  Meeting meeting;
  reorder(recording_->followed(), next, meeting);
  return meeting;
}

void Meetings::reorder(const order::Loset& loset, std::span<const Standing> next, Meeting& meeting) const {
  std::vector<EventAt> pins;
  State floor(loset.threads(), 0);
  for (const Standing& at : next) {
    pins.push_back({at.thread, at.index - 1});
    // Of an access that is ordered itself only the must order counts: what it would see does not matter.
    for (std::size_t u = 0; u < floor.size(); ++u)
      if (u != at.thread) floor[u] = std::max(floor[u], recording_->must().seen(at.thread, at.known(), u));
  }
  const states::PinnedGoal pinned = states::pinned_goal(loset, pins, floor);
  if (!pinned.possible) return;
  meeting.from = states::greatest_lock_free(loset, pinned.goal.least);
  states::Reach reach = states::reach(loset, meeting.from, pinned.goal, limits_);
  meeting.answer = reach.answer;
  if (reach.answer == Answer::yes) meeting.way = Way::reordered;
  meeting.run = std::move(reach.run);
}

Schedule Meetings::schedule(const Meeting& meeting, std::size_t steps) const {
  Schedule schedule{meeting.way == Way::reordered ? meeting.from : meeting.end, {}};
  // Spell out the last steps of the recorded order: take them off from behind.
  for (std::size_t i = meeting.run.size(); i < steps; ++i) {
    std::size_t latest = schedule.start.size();
    Position position = 0;
    for (std::size_t t = 0; t < schedule.start.size(); ++t) {
      if (schedule.start[t] == 0) continue;
      const Position here = recording_->position({t, schedule.start[t]});
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
