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
        add(alphabet.thread(static_cast<std::uint32_t>(i + 1)), execution.scenario->threads[i]);
    }
    words = line.c_str();
  }
  heddle_runtime_scenario(done_ + execution.index + 1, all_, words);
}

// The thread that was just started. The object makes threads too, which have other numbers of the schedule.
inline void Test::number_thread(unsigned thread) {
  const unsigned number = heddle_runtime_newest_thread == nullptr ? 0 : heddle_runtime_newest_thread();
  if (number == 0 || (thread <= alphabet.threads.size() && number == alphabet.threads[thread - 1])) return;
  const Outside outside;
  for (std::size_t i = alphabet.threads.size(); i < thread; ++i)
    alphabet.threads.push_back(static_cast<unsigned>(i + 1));
  if (alphabet.threads[thread - 1] == number) return;
  alphabet.threads[thread - 1] = number;
  words_.clear();
}

// One call waits for ever, and nobody said that it may: it may be one that waits by its nature. Two are a deadlock.
inline void Test::tell_wait(const Execution& execution) {
  const Slot* waiting = nullptr;
  std::size_t count = 0;
  for (const auto& calls : execution.calls)
    for (const Slot& slot : calls)
      if (slot.begun && slot.outcome == nullptr && ++count > 0) waiting = &slot;
  if (count != 1 || words_.size() <= execution.index || heddle_runtime_scenario == nullptr) return;
  const bool is_final =
      waiting->thread == 0 &&
      static_cast<std::size_t>(waiting - execution.calls[0].data()) >= execution.scenario->before.size();
  static std::string words;
  words = words_[execution.index] + "; " + alphabet.thread(waiting->thread) + " " +
          alphabet.call(waiting->call) + (is_final ? ", one of the calls at the end," : "") +
          " waits: if it may, say heddle::waits_when(…) behind the operation" +
          (is_final ? ", or name others with finally({…})" : "");
  heddle_runtime_scenario(done_ + execution.index + 1, all_, words.c_str());
}

// What a verdict is about that finds nothing.
inline std::string Test::tried() const {
  const auto plural = [](std::size_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  const Sizes& sizes = plan.sizes;
  std::string words = (all_ == HEDDLE_MANY_SCENARIOS ? "more than " : "") + plural(all_, "scenario") +
                      " of at most " + plural(sizes.threads, "thread") + " with " +
                      plural(sizes.calls, "call") + (sizes.threads == 1 ? "" : " each");
  if (sizes.all != 0) words += ", " + std::to_string(sizes.all) + " in all";
  if (sizes.before != 0) words += ", after at most " + plural(sizes.before, "call") + " by main";
  if (plan.random_scenarios != 0)
    words += "; " + std::to_string(plan.random_scenarios) + " by chance of " +
             plural(plan.random_threads, "thread") + " with " + plural(plan.random_calls, "call") + " each";
  if (plan.progress != Plan::none) words += "; each once more with threads that stop";
  return words;
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
  const auto is_over = [&] { return heddle_runtime_is_over != nullptr && heddle_runtime_is_over() != 0; };
  const bool may_end = all_ == HEDDLE_MANY_SCENARIOS && heddle_check_run != nullptr;
  unsigned searches = 0;
  bool goes_on = true;
  const auto run = [&] {
    run_batch();
    batch_.clear();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    // Whoever ends must have been stopped: then the verdict is not clean.
    const bool is_late =
        ((plan.seconds > 0 && elapsed.count() >= plan.seconds) || is_over()) && !is_exhausted_;
    goes_on = !may_end || (!is_late && ++searches < kMost);
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
