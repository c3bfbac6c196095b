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

inline std::string Test::place_of(const Execution& execution) const {
  const std::size_t threads = execution.scenario->threads.size();
  return "scenario " + std::to_string(done_ + execution.index + 1) + ": " +
         std::to_string(execution.scenario->calls()) +
         (execution.scenario->calls() == 1 ? " call by " : " calls by ") + std::to_string(threads) +
         (threads == 1 ? " thread" : " threads") +
         (!is_exhausted_ ? ""
          : is_random_   ? "; no part of it fails"
                         : "; no scenario with fewer calls fails");
}

// What is told of whatever fails in it: "scenario 7: 2 calls …: T1 push(1); T2 pop()".
inline void Test::tell_scenario(const Execution& execution) {
  if (heddle_runtime_scenario == nullptr) return;
  const char* words = nullptr;
  {
    const Outside outside;
    words_.resize(batch_.size());
    std::string& line = words_[execution.index];
    if (line.empty()) {
      line = place_of(execution);
      const auto add = [&](const std::string& thread, const std::vector<std::uint32_t>& calls) {
        for (std::size_t i = 0; i < calls.size(); ++i)
          line += (i == 0 ? "; " + thread + " " : ", then ") + alphabet.call(calls[i]);
      };
      add("main", execution.scenario->before);
      for (std::size_t i = 0; i < execution.scenario->threads.size(); ++i)
        add("T" + std::to_string(i + 1), execution.scenario->threads[i]);
    }
    words = line.c_str();
  }
  heddle_runtime_scenario(done_ + execution.index + 1, all_, words);
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
