// SPDX-License-Identifier: Apache-2.0
// What the fixed points of one-thread and two-thread views have in common: the views they start from, whether
// a program fits the matrices, and work shared among cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "prove/fixed_point.h"

namespace heddle::prove {

Frame frame_of(const Program& program, const Observer& observer, Distances distances);

// Asked often, by all threads; once stopped, always stopped: what was left out then is never taken for done.
class StopSign {
 public:
  explicit StopSign(const std::function<bool()>& asked) : asked_(asked) {}
  bool operator()() const {
    if (!is_up_.load(std::memory_order_relaxed) && asked_ && asked_())
      is_up_.store(true, std::memory_order_relaxed);
    return is_up_.load(std::memory_order_relaxed);
  }

 private:
  const std::function<bool()>& asked_;
  mutable std::atomic<bool> is_up_ = false;
};

// Null at kIdle.
const Function* function_at(const Program& program, NodeId node);

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

}  // namespace heddle::prove
