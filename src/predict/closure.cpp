// SPDX-License-Identifier: Apache-2.0
#include "predict/closure.h"

#include <algorithm>

namespace heddle::predict {

using order::exclude;
using order::kNever;
using order::LockInterval;

void Closure::take(std::size_t thread, Index index) {
  if (index == 0) return;
  for (std::size_t u = 0; u < state_.size(); ++u)
    state_[u] = std::max(state_[u], loset_->seen(thread, index, u));
}

// Another thread has begun, in the recording later, a section that excludes this one.
bool Closure::must_end(std::size_t thread, const LockInterval& section) const {
  const Position began = recording_->position({thread, section.acquire});
  for (std::size_t u = 0; u < state_.size(); ++u) {
    if (u == thread || state_[u] == 0) continue;
    const auto others = loset_->intervals_of(u, section.lock);
    const auto intervals = loset_->intervals(u);
    auto last = std::partition_point(others.begin(), others.end(),
                                     [&](std::uint32_t o) { return intervals[o].acquire <= state_[u]; });
    while (last != others.begin() && !exclude(intervals[*(last - 1)], section)) --last;
    if (last != others.begin() && recording_->position({u, intervals[*(last - 1)].acquire}) > began)
      return true;
  }
  return false;
}

Closure::Grown Closure::grow(std::span<const Standing> next) {
  const auto contains_one = [&] {
    return std::any_of(next.begin(), next.end(),
                       [&](const Standing& at) { return state_[at.thread] >= at.index; });
  };
  const order::Loset& must = recording_->must();
  for (const Standing& at : next) {
    take(at.thread, at.index - 1);
    take(at.after.thread, at.after.index);
    // An access can itself be ordered (an acquiring atomic load): what it needs comes first. What it would see
    // does not matter any more, so here only the must order counts.
    for (std::size_t u = 0; u < state_.size(); ++u)
      if (u != at.thread) take(u, must.seen(at.thread, at.known(), u));
  }
  for (bool changed = true; changed;) {
    if (contains_one()) return Grown::contains;
    changed = false;
    for (std::size_t t = 0; t < state_.size(); ++t)
      for (const std::uint32_t open : loset_->held(t, state_[t])) {
        const LockInterval& section = loset_->intervals(t)[open];
        if (!must_end(t, section)) continue;
        if (section.release == kNever) return Grown::never;
        take(t, section.release);
        changed = true;
        break;  // other sections are open now
      }
  }
  return Grown::stands;
}

std::optional<std::vector<Standing>> first_standing(Closure& closure, std::span<const Candidates> lists,
                                                    base::StopCheck& stop, const OfNoUse& of_no_use) {
  closure.clear();
  std::vector<std::size_t> at(lists.size(), 0);
  std::vector<Standing> chosen(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].events.empty()) return std::nullopt;
    chosen[i] = lists[i].standing(lists[i].events[0]);
  }
  while (!stop.reached()) {
    const auto beyond = [&](std::size_t i, Index index) {
      const auto events = lists[i].events;
      const auto next =
          std::upper_bound(events.begin() + static_cast<std::ptrdiff_t>(at[i]), events.end(), index);
      at[i] = static_cast<std::size_t>(next - events.begin());
      if (next != events.end()) chosen[i] = lists[i].standing(*next);
      return next != events.end();
    };
    switch (closure.grow(chosen)) {
      case Closure::Grown::never:
        return std::nullopt;
      case Closure::Grown::contains:
        for (std::size_t i = 0; i < lists.size(); ++i)
          if (const Index done = closure.state()[lists[i].thread];
              done >= chosen[i].index && !beyond(i, done))
            return std::nullopt;
        break;
      case Closure::Grown::stands: {
        const auto useless = of_no_use ? of_no_use(chosen) : std::nullopt;
        if (!useless) return chosen;
        if (!beyond(*useless, chosen[*useless].index)) return std::nullopt;
      }
    }
  }
  return std::nullopt;
}

}  // namespace heddle::predict
