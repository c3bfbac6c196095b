// SPDX-License-Identifier: Apache-2.0
// What the fixed points of one-thread and two-thread views have in common: the views they start from, whether
// a program fits the matrices, the rounds, and work shared among cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "prove/fixpoint/fixed_point.h"

namespace heddle::prove {

Frame frame_of(const Program& program, const Observer& observer, const Options& options);

// Asked often, by all threads, and passed on now and then, for to look at a clock takes longer than a step; once
// stopped, always stopped: what was left out then is never taken for done.
class StopSign {
 public:
  explicit StopSign(const std::function<bool()>& asked) : asked_(asked) {}
  bool operator()() const {
    static thread_local unsigned asked = 0;
    if (asked++ % 64 == 0 && !is_up_.load(std::memory_order_relaxed) && asked_ && asked_())
      is_up_.store(true, std::memory_order_relaxed);
    return is_up_.load(std::memory_order_relaxed);
  }

 private:
  const std::function<bool()>& asked_;
  mutable std::atomic<bool> is_up_ = false;
};

// Null at kIdle.
const Function* function_at(const Program& program, NodeId node);

// Of the set of functions that have returned: Statistics::returned.
std::uint64_t bit_of_function(const Program& program, NodeId node);
// An alarm if a function is not in it: every call of it goes on for ever, whatever the others do.
std::optional<Alarm> never_returns(const Program& program, std::uint64_t returned);

// An alarm if `threads` threads side by side do not fit, with one slot more for a step's own temporary.
std::optional<Alarm> out_of_room(const Program& program, const Frame& frame, const std::vector<Layout>& live,
                                 int threads);

// The initial function runs alone: every idle view it can end in, or its alarm.
struct Start {
  std::vector<View> idle;
  std::optional<Alarm> alarm;
  int alarm_edge = -1;
};
Start start(const Program& program, const Frame& frame, const Observer& observer, const Options& options,
            const std::vector<Layout>& live);

// Runs task(item, found) for every item on that many threads; a Found with an alarm ends its share of the
// work. absorb(found) is then called one after the other, in an order that does not depend on the threads.
template <class Found, class Task, class Absorb>
void share_out(unsigned threads, std::size_t count, std::size_t grain, Task task, Absorb absorb) {
  std::mutex mutex;
  std::vector<std::pair<std::size_t, Found>> all;
  const auto work = [&](std::size_t from, std::size_t to) {
    Found found;
    for (std::size_t item = from; item < to && !found.alarm; ++item) task(item, found);
    const std::scoped_lock lock(mutex);
    all.emplace_back(from, std::move(found));
  };
  if (threads <= 1) {
    work(0, count);
  } else {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const auto& range) { work(range.begin(), range.end()); });
  }
  std::ranges::sort(all, {}, [](const auto& item) { return item.first; });
  for (auto& item : all) absorb(item.second);
}

// From the views that the initial function ends in, round by round, until nothing is new, there is an alarm
// or the work is stopped. Views is one of the two fixed points:
//   begin(views), is_done(), round(), is_stopped(), size(), view_of(id), statistics(), rule()
//   has_failed(outcome)   whether there is an alarm; the outcome then tells of it
template <class Views, class Begin>
Outcome run_rounds(Views& views, const Program& program, std::optional<Alarm> no_room, Begin start,
                   const Options& options) {
  Outcome outcome;
  const auto begin = std::chrono::steady_clock::now();
  const auto finish = [&] {
    outcome.statistics = views.statistics();
    outcome.statistics.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return outcome;
  };
  outcome.alarm = std::move(no_room);
  if (outcome.alarm) return finish();
  Start begun = start();
  outcome.alarm = begun.alarm;
  outcome.alarm_edge = begun.alarm_edge;
  if (outcome.alarm) return finish();
  views.begin(begun.idle);
  while (!views.is_done()) {
    views.round();
    if (views.has_failed(outcome)) return finish();
    const bool is_stopped = views.is_stopped();
    if (is_stopped || views.size() > options.max_views) {
      outcome.alarm.emplace();
      outcome.alarm->is_limit = true;
      outcome.alarm->message = is_stopped ? "stopped" : fmt::format("more than {} views", options.max_views);
      return finish();
    }
  }
  if (views.rule() == Observer::Rule::values) {  // which follows every call to its end
    outcome.alarm = never_returns(program, views.statistics().returned);
    if (outcome.alarm) return finish();
  }
  outcome.is_proved = true;
  if (options.on_view)
    for (std::size_t id = 0; id < views.size(); ++id) options.on_view(views.view_of(static_cast<int>(id)));
  return finish();
}

}  // namespace heddle::prove
