// SPDX-License-Identifier: Apache-2.0
// The part of a test (run.h, which includes this) that makes up larger scenarios by chance.
#ifndef HEDDLE_LINEARIZABLE_RANDOM_H
#define HEDDLE_LINEARIZABLE_RANDOM_H

#include <heddle/linearizable/run.h>

namespace heddle {
namespace linearize {

// Each scenario after all of its parts that are larger than what was enumerated: whatever fails has no part that does.
inline void Test::run_random(const Enumeration& enumeration) {
  std::mt19937_64 engine(plan.seed);
  is_random_ = true;
  for (unsigned i = 0; i < plan.random_scenarios; ++i) {
    std::map<std::string, Scenario> parts;
    std::vector<Scenario> now{enumeration.random(engine, plan.random_threads, plan.random_calls)};
    while (!now.empty()) {
      std::vector<Scenario> next;
      for (const Scenario& scenario : now) {
        if (enumeration.covers(scenario) && !parts.empty()) continue;
        if (!parts.emplace(scenario.text(), scenario).second) continue;
        for (Scenario& each : smaller(scenario)) next.push_back(std::move(each));
      }
      now = std::move(next);
    }
    batch_.clear();
    for (auto& each : parts) batch_.push_back(std::move(each.second));
    std::stable_sort(batch_.begin(), batch_.end(),
                     [](const Scenario& a, const Scenario& b) { return a.calls() < b.calls(); });
    all_ += batch_.size();
    run_batch();
  }
}

}  // namespace linearize
}  // namespace heddle
#endif
