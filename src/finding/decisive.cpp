// SPDX-License-Identifier: Apache-2.0
#include "finding/decisive.h"

#include <algorithm>

namespace heddle::finding {
namespace {

bool writes(const Step& step) {
  return step.operation == "write" || step.operation == "atomic store" || step.operation == "free" ||
         step.operation == "atomic read-modify-write";
}

bool accesses(const Step& step) {
  return (writes(step) && step.operation != "free") || step.operation == "read" ||
         step.operation == "atomic load";
}

bool ends_life(const Step& step) {
  return step.operation == "free" || step.operation == "ends" || step.operation == "leaves its block";
}

template <class Test>
Step* last_that(std::vector<Step>& schedule, Test test) {
  const auto found = std::find_if(schedule.rbegin(), schedule.rend(), test);
  return found != schedule.rend() ? &*found : nullptr;
}

// Who took what others wait for.
void mark_taken(const std::vector<Step>& failing, std::vector<Step>& schedule) {
  for (const Step& waiting : failing) {
    if (waiting.target.empty()) continue;
    const bool itself =
        std::find(waiting.holding.begin(), waiting.holding.end(), waiting.target) != waiting.holding.end();
    std::size_t seen = 0;  // the last one of its own is what it waits in
    Step* const taken = last_that(schedule, [&](const Step& step) {
      if (step.target != waiting.target || (step.thread == waiting.thread) != itself) return false;
      return !itself || (step.operation.starts_with("acquire") && seen++ > 0);
    });
    if (taken != nullptr) taken->decisive = true;
  }
}

}  // namespace

void mark_decisive(Kind kind, const std::vector<Step>& failing, std::vector<Step>& schedule) {
  if (kind == Kind::deadlock || kind == Kind::livelock) return mark_taken(failing, schedule);
  if (failing.empty() || schedule.empty()) return;
  const bool freed =
      std::any_of(failing.begin(), failing.end(), [](const Step& step) { return ends_life(step); });
  if (freed && failing.size() > 1) {
    for (const Step& each : failing) {
      const auto is_like = [&](const Step& step) {
        return step.thread == each.thread && step.operation == each.operation &&
               step.location == each.location;
      };
      // A loop does the same to one node after the other.
      Step* same =
          last_that(schedule, [&](const Step& step) { return is_like(step) && step.target == each.target; });
      if (same == nullptr) same = last_that(schedule, is_like);
      if (same != nullptr) same->decisive = true;
    }
    return;
  }
  // Reads of what others have written over, and those who did: without them the execution would be an ordinary one.
  const auto mark_write_before = [&](Step* read) {
    read->decisive = true;
    for (Step* step = read; step-- != schedule.data();)
      if (step->thread != read->thread && step->target == read->target && (writes(*step) || writes(*read))) {
        step->decisive = true;
        return;
      }
  };
  bool is_strange = false;
  for (Step& step : schedule) {
    if (step.why.empty()) continue;
    mark_write_before(&step);
    is_strange = true;
  }
  if (is_strange) return;
  const std::string& thread = failing.back().thread;
  const auto looks = [&](const Step& step) {
    return step.thread == thread && !step.target.empty() && step.operation != "fork" &&
           step.operation != "join";
  };
  // Behind what it has read a thread may have given back a lock, which says nothing.
  Step* last = last_that(schedule, [&](const Step& step) { return looks(step) && accesses(step); });
  if (last == nullptr)
    last = last_that(schedule,
                     [&](const Step& step) { return looks(step) && !step.operation.starts_with("release"); });
  if (last != nullptr) mark_write_before(last);  // of a race either may come last
}

}  // namespace heddle::finding
