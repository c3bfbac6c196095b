// SPDX-License-Identifier: Apache-2.0
#include "states/reachable.h"

#include <algorithm>

namespace heddle::states {

using order::EventAt;
using order::kNever;

std::string_view name(Answer answer) {
  switch (answer) {
    case Answer::no:
      return "no";
    case Answer::yes:
      return "yes";
    case Answer::unknown:
      break;
  }
  return "unknown";
}

Goal exactly(const State& state) { return {state, state, std::vector<bool>(state.size(), true)}; }

Index furthest(const Loset& loset, const Goal& goal, std::size_t thread) {
  Index low = goal.limit[thread], high = loset.size(thread);
  while (low < high) {
    const Index middle = low + (high - low + 1) / 2;
    bool possible = true;
    for (std::size_t u = 0; u < loset.threads() && possible; ++u)
      possible = !goal.pinned[u] || loset.seen(thread, middle, u) <= goal.limit[u];
    if (possible)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// Why the limits lose no run (after Theorem 11): let a run reach a state with the pinned threads in place,
// and drop from it every event beyond the limits. The limits are consistent, so the order survives; a thread
// that stops early now holds nothing where it stops; so at every point at most as many locks are held as
// before. If a thread cannot get lock-free without an event beyond a pinned position, its limit is as far as
// it can get at all.
PinnedGoal pinned_goal(const Loset& loset, const std::vector<EventAt>& at, const State& floor) {
  PinnedGoal result;
  const std::size_t n = loset.threads();
  State least = floor.empty() ? State(n, 0) : floor;
  result.goal.pinned.assign(n, false);
  for (const EventAt pin : at) {
    result.goal.pinned[pin.thread] = true;
    least[pin.thread] = std::max(least[pin.thread], pin.index);
  }
  least = least_consistent(loset, least);
  for (const EventAt pin : at)
    if (least[pin.thread] != pin.index) result.possible = false;
  result.goal.least = least;
  result.goal.limit = least;
  if (!result.possible) return result;
  State& limit = result.goal.limit;

  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t t = 0; t < n; ++t) {
      if (result.goal.pinned[t]) continue;
      Index stop = limit[t];
      while (!loset.lock_free(t, stop)) {
        Index release = 0;
        for (const std::uint32_t held : loset.held(t, stop)) {
          const Index end = loset.intervals(t)[held].release;
          release = std::max(release, end == kNever ? loset.size(t) : end);
        }
        const Index far = furthest(loset, result.goal, t);
        if (release >= far || release == stop) {
          stop = std::min(std::max(release, stop), far);
          break;
        }
        stop = release;
      }
      if (stop != limit[t]) {
        limit[t] = stop;
        changed = true;
        for (std::size_t u = 0; u < n; ++u)
          if (u != t) limit[u] = std::max(limit[u], loset.seen(t, stop, u));
      }
    }
  }
  return result;
}

Reach reach(const Loset& loset, const State& from, const Goal& goal, const ReachLimits& limits,
            std::string_view* method) {
  Reach found = search(loset, from, goal, limits.states, limits.stop);
  if (method) *method = "search";
  if (found.answer != Answer::unknown || limits.conflicts == 0) return found;
  found = solve(loset, from, goal, limits.conflicts, limits.stop);
  if (method) *method = "solver";
  return found;
}

bool is_run(const Loset& loset, const State& from, const std::vector<std::uint32_t>& run, State* end) {
  State state = from;
  if (!feasible(loset, state)) return false;
  for (const std::uint32_t thread : run) {
    if (thread >= loset.threads() || state[thread] == loset.size(thread)) return false;
    ++state[thread];
    for (std::size_t u = 0; u < loset.threads(); ++u) {
      if (loset.seen(thread, state[thread], u) > state[u]) return false;
      if (u != thread && !loset.compatible(thread, state[thread], u, state[u])) return false;
    }
  }
  if (end) *end = state;
  return true;
}

}  // namespace heddle::states
