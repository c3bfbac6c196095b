// SPDX-License-Identifier: Apache-2.0
// The part of a test (run.h, which includes this) that asks for progress: can a thread that stops for ever keep others
// from returning?
#ifndef HEDDLE_LINEARIZABLE_PROGRESS_H
#define HEDDLE_LINEARIZABLE_PROGRESS_H

#include <heddle/linearizable/run.h>

namespace heddle {
namespace linearize {

namespace detail {
struct Row {  // of checks, as long as it lives
  Row() { heddle_runtime_row(1); }
  ~Row() { heddle_runtime_row(0); }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
};
}  // namespace detail

// A thread stands still, and others cannot go on. Blocking operations may.
inline int Test::judge_progress(Execution& execution) {
  std::string stuck, still;
  unsigned standing = 0;
  for (std::uint32_t thread = 1; thread < execution.calls.size(); ++thread)
    for (const Slot& slot : execution.calls[thread]) {
      if (!slot.begun || slot.outcome != nullptr) continue;
      const std::string text = alphabet.thread(thread) + " " + alphabet.call(slot.call);
      if ((thread == execution.stopped) != execution.alone)
        still += (standing++ == 0 ? "" : ", ") + text;
      else if (!alphabet.calls[slot.call].operation->may_wait)
        stuck += (stuck.empty() ? "" : ", ") + text;
    }
  if (stuck.empty()) return 0;
  static std::string message, description;
  message = plan.name + (execution.alone ? " is not obstruction-free: " : " is not lock-free: ") + stuck +
            " cannot return while " + still + (standing > 1 ? " stand still" : " stands still");
  History history = history_of(execution);
  for (Call& call : history) call.waits = false;
  const Names& names = alphabet;
  description = "{\"object\":" + detail::json_text(plan.name) + ",\"calls\":[";
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Call& call = history[i];
    description += (i == 0 ? "" : ",") + std::string("{\"thread\":") +
                   detail::json_text(names.thread(call.thread)) +
                   ",\"call\":" + detail::json_text(names.call(call.operation)) +
                   ",\"begin\":" + std::to_string(call.begin);
    if (call.end != kNever)
      description += ",\"end\":" + std::to_string(call.end) +
                     ",\"result\":" + detail::json_text(names.result(call.operation, call.result));
    description += "}";
  }
  description += "],\"scenario\":" + detail::json_text(execution.scenario->text()) + "}";
  Verdict verdict;
  verdict.message = message;
  tell(verdict);
  heddle_runtime_wrong_history(message.c_str(), description.c_str());
  return 1;
}

// Under a memory model there is no number of operations that all have performed: each of the others stops before one of
// its own, the first of them that stops latest before the one that is tried now.
inline void Test::stop_threads(const Execution& execution) {
  const auto threads = static_cast<unsigned>(batch_[execution.index].threads.size());
  if (!execution.alone || heddle_runtime_is_weak == nullptr || heddle_runtime_is_weak() == 0) {
    heddle_runtime_stop(execution.stopped - 1, stop_before_, execution.alone);
    return;
  }
  const auto latest = static_cast<unsigned>(stop_before_);
  const unsigned others = threads - 1;
  const unsigned first = others == 1 || latest == 1 ? 0 : heddle::choose(others);
  for (unsigned i = 0; i < others; ++i) {
    const unsigned most = i < first ? latest - 1 : latest;
    const unsigned before = i == first ? latest : most == 1 ? 1 : 1 + heddle::choose(most);
    heddle_runtime_stop(i + 1 < execution.stopped ? i : i + 1, before, 0);
  }
}

// Each thread stops before its first operation, its second … until none has so many. And, the other way round, all others
// stop and one has to go on alone. Of three threads these are all choices of who stands still.
inline void Test::run_progress() {
  if (plan.progress == Plan::none || heddle_runtime_is_replay == nullptr)
    return;  // `heddle run` stops no thread
  for (std::size_t i = 0; i < batch_.size(); ++i)
    for (unsigned thread = 1; batch_[i].threads.size() > 1 && thread <= batch_[i].threads.size(); ++thread)
      stops_.push_back({i, thread});
  for (const bool others : {false, true}) {
    if (!others && plan.progress == Plan::obstruction_free) continue;
    stop_others_ = others;
    bool goes_on = !stops_.empty();
    const detail::Row row;
    constexpr unsigned kMost = 1000;
    for (stop_before_ = 1; stop_before_ <= kMost && goes_on; ++stop_before_) {
      const int result = explore();
      goes_on = heddle_runtime_is_next_asked_for() != 0;
      if (result == kFails && told_ != nullptr && told_[0] != 0) fail(told_);
      if (result == kFails) fail<ReportedFailure>(plan.name + " does not make progress: heddle reports why");
      note(result);
    }
    if (stop_before_ > kMost && goes_on && heddle_runtime_is_replay() == 0)
      fail(plan.name +
           ": threads perform more than 1,000 operations, and where they stop later was not tried");
    heddle_runtime_leave_out_checks(static_cast<unsigned>(kMost + 1 - stop_before_));
  }
  stops_.clear();
}

}  // namespace linearize
}  // namespace heddle
#endif
