// SPDX-License-Identifier: Apache-2.0
#include "finding/attempts.h"

#include <algorithm>

namespace heddle::finding {
namespace {

// What an operation that makes its thread wait is called while it does.
constexpr std::string_view kWaitsForEnd = "waits for the end of";
constexpr std::pair<std::string_view, std::string_view> kWaits[] = {
    {"acquire", "waits for"},
    {"join", kWaitsForEnd},
    {"wait", "waits for notify of"},
    {"wake", "waits for the mutex of"},
    {"arrive at barrier", "waits for the others at"},
    {"leave barrier", "waits for the others at"},
    {"receive", "waits for"},
};

bool begins_with(std::string_view operation, std::string_view name) {
  return operation == name || (operation.starts_with(name) && operation.substr(name.size()).starts_with(' '));
}

void tell(Step& step) {
  for (const auto& [does, waits] : kWaits)
    if (begins_with(step.operation, does) && !step.target.empty()) {
      step.operation = waits;
      step.value.reset();
      step.shows.clear();
      return;
    }
}

}  // namespace

void tell_attempts(Finding& deadlock) {
  for (Step& waiting : deadlock.steps) {
    const auto last = std::find_if(deadlock.schedule.rbegin(), deadlock.schedule.rend(),
                                   [&](const Step& step) { return step.thread == waiting.thread; });
    if (last != deadlock.schedule.rend() && last->operation == waiting.operation &&
        last->target == waiting.target)
      tell(*last);
    tell(waiting);
    if (!waits_for_end(waiting) && !waiting.target.empty())
      deadlock.variable += (deadlock.variable.empty() ? "" : ", ") + waiting.target;
  }
}

bool waits_for_end(const Step& step) { return step.operation == kWaitsForEnd; }

}  // namespace heddle::finding
