// SPDX-License-Identifier: Apache-2.0
// The part of a test (run.h, which includes this) that goes through all scenarios of a size, from small to large. Many of
// them share a search, but not more than fit into memory.
#ifndef HEDDLE_LINEARIZABLE_ENUMERATED_H
#define HEDDLE_LINEARIZABLE_ENUMERATED_H

#include <heddle/linearizable/run.h>

namespace heddle {
namespace linearize {

inline Enumeration Test::enumeration() {
  Sizes sizes = plan.sizes;
  sizes.alone = !plan.own_model;
  plan.values_alike |= values_are_tokens;
  return Enumeration(letters(), sizes);
}

// Those made up by chance come on top. Nobody waits until all of very many are counted.
inline std::size_t Test::count(Enumeration enumeration) const {
  std::size_t result = 0;
  for (std::size_t calls = 1; calls <= enumeration.most_calls() && result < HEDDLE_MANY_SCENARIOS; ++calls)
    enumeration.each(calls, [&](const Scenario&) { return ++result < HEDDLE_MANY_SCENARIOS; });
  return result;
}

// Of very many scenarios a limit of time leaves some behind, and then all: each search would take its time to see that
// there is none. The searches that follow keep their numbers.
inline void Test::run_enumerated(Enumeration& enumeration) {
  constexpr std::size_t kBatch = 4096;
  constexpr unsigned kMost = 1000000;
  const bool may_end = all_ == HEDDLE_MANY_SCENARIOS && plan.seconds > 0 && heddle_check_run != nullptr;
  unsigned searches = 0;
  bool goes_on = true;
  const auto run = [&] {
    run_batch();
    batch_.clear();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    goes_on = !may_end || (elapsed.count() < plan.seconds && ++searches < kMost);
    return goes_on;
  };
  for (std::size_t calls = 1; calls <= enumeration.most_calls() && goes_on; ++calls) {
    batch_.clear();
    enumeration.each(calls, [&](const Scenario& scenario) {
      batch_.push_back(scenario);
      return batch_.size() < kBatch || run();
    });
    if (!batch_.empty()) run();
  }
  if (may_end) heddle_runtime_leave_out_checks(kMost - searches);
}

}  // namespace linearize
}  // namespace heddle
#endif
