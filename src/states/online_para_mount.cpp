// SPDX-License-Identifier: Apache-2.0
#include "states/online_para_mount.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace heddle::states {

namespace {

constexpr std::uint64_t kBetweenForgetting = 256;  // insertions

Index entry(const std::vector<Index>& clock, std::size_t q) { return q < clock.size() ? clock[q] : 0; }

}  // namespace

OnlineParaMount::OnlineParaMount(Options options, Enumerate enumerate)
    : options_(options), enumerate_(std::move(enumerate)) {
  for (unsigned k = 0; k < std::max(options_.workers, 1U); ++k) workers_.emplace_back([this] { work(); });
}

OnlineParaMount::~OnlineParaMount() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = stopped_ = true;
    backlog_.clear();
  }
  not_empty_.notify_all();
  not_full_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

std::size_t OnlineParaMount::add_process(std::span<const Index> clock) {
  const std::lock_guard lock(mutex_);
  processes_.push_back({.clock = {clock.begin(), clock.end()}});
  return processes_.size() - 1;
}

Index OnlineParaMount::insert(std::size_t process, std::span<const Index> clock, Looked looked) {
  std::unique_lock lock(mutex_);
  HEDDLE_CHECK(process < processes_.size() && !finishing_, "events are inserted before the end");
  const bool wanted = looked == Looked::at || !has_begun_;
  if (wanted && options_.when_full == WhenFull::wait) {
    not_full_.wait(lock, [&] { return backlog_.size() < options_.backlog || stopped_; });
  }
  Process& own = processes_[process];
  std::vector<Index> row(clock.begin(), clock.end());
  row.resize(std::max({row.size(), own.clock.size(), process + 1}), 0);
  for (std::size_t q = 0; q < row.size(); ++q) row[q] = std::max(row[q], entry(own.clock, q));
  row[process] = own.done() + 1;
  for (std::size_t q = 0; q < row.size(); ++q) {
    HEDDLE_CHECK(q == process || (q < processes_.size() && row[q] <= processes_[q].done()),
                 "a clock counts inserted events");
  }
  own.clock = row;
  own.events.push_back({row, events_++});
  const Index number = row[process];
  if (wanted) add_work(process, row);
  if (!stopped_ && events_ % kBetweenForgetting == 0) forget();
  return number;
}

void OnlineParaMount::add_work(std::size_t process, const std::vector<Index>& row) {
  Work next{.event = {static_cast<std::uint32_t>(process), row[process]}};
  next.interval.low.resize(processes_.size(), 0);
  if (has_begun_)
    std::copy(row.begin(), row.end(), next.interval.low.begin());  // the first has the empty state too
  has_begun_ = true;
  for (const Process& p : processes_) next.interval.high.push_back(p.done());
  if (stopped_) return;
  bool lost = false;
  for (std::size_t q = 0; q < processes_.size(); ++q) {
    lost = lost || next.interval.low[q] < processes_[q].forgotten;
  }
  if (lost || backlog_.size() >= options_.backlog) {
    ++dropped_;
  } else {
    backlog_.push_back(std::move(next));
    not_empty_.notify_one();
  }
}

void OnlineParaMount::retire(std::size_t process) {
  const std::lock_guard lock(mutex_);
  processes_[process].alive = false;
}

// An event is needed as long as an interval may have it above its low end: one that waits, one under way
// (whoever enumerates may keep more about its events), or that of a later event, whose low end contains the
// clock of its process.
void OnlineParaMount::forget() {
  std::vector<Index> floor(processes_.size());
  for (std::size_t q = 0; q < floor.size(); ++q) {
    Index least = processes_[q].done();
    for (const Process& p : processes_) {
      if (p.alive) least = std::min(least, entry(p.clock, q));
    }
    for (const State& low : under_way_) least = std::min(least, entry(low, q));
    for (const Work& waiting : backlog_) least = std::min(least, entry(waiting.interval.low, q));
    floor[q] = least;
  }
  for (std::size_t q = 0; q < floor.size(); ++q) {
    Process& p = processes_[q];
    while (p.forgotten < floor[q] && !p.events.empty()) {
      p.events.pop_front();
      ++p.forgotten;
    }
  }
}

Poset OnlineParaMount::copy(const Interval& interval) const {
  struct Copied {
    std::uint64_t rank;
    std::uint32_t process;
    const Event* event;
  };
  const std::size_t n = interval.low.size();
  std::vector<Copied> copied;
  for (std::size_t p = 0; p < n; ++p) {
    const Process& from = processes_[p];
    for (Index i = interval.low[p] + 1; i <= interval.high[p]; ++i) {
      HEDDLE_CHECK(i > from.forgotten, "an interval's events are kept");
      const Event& e = from.events[i - from.forgotten - 1];
      copied.push_back({e.rank, static_cast<std::uint32_t>(p), &e});
    }
  }
  std::sort(copied.begin(), copied.end(), [](const Copied& a, const Copied& b) { return a.rank < b.rank; });
  order::PosetBuilder builder;
  for (std::size_t p = 0; p < n; ++p) builder.add_process(event::ThreadId(p));
  std::vector<Index> clock(n);
  for (const Copied& e : copied) {
    for (std::size_t q = 0; q < n; ++q) {
      clock[q] = std::max(entry(e.event->clock, q), interval.low[q]) - interval.low[q];
    }
    builder.add_clock(e.process, clock, e.rank);
  }
  return std::move(builder).build();
}

void OnlineParaMount::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    not_empty_.wait(lock, [&] { return !backlog_.empty() || finishing_; });
    if (backlog_.empty()) return;
    const Work now = std::move(backlog_.front());
    backlog_.pop_front();
    ++busy_;
    not_full_.notify_one();
    const auto mine = under_way_.insert(under_way_.end(), now.interval.low);
    const Poset part = copy(now.interval);
    lock.unlock();
    const bool go_on = enumerate_({part, now.interval.low, now.event});
    lock.lock();
    under_way_.erase(mine);
    --busy_;
    if (!go_on) {
      stopped_ = true;
      backlog_.clear();
      not_full_.notify_all();
    }
    if (backlog_.empty() && busy_ == 0) idle_.notify_all();
  }
}

void OnlineParaMount::finish() {
  std::unique_lock lock(mutex_);
  if (events_ == 0 && !finishing_) {  // the empty state has no event to belong to
    State base(processes_.size(), 0);
    backlog_.push_back({.interval = {base, base}, .event = {}});
    not_empty_.notify_one();
  }
  finishing_ = true;
  not_empty_.notify_all();
  idle_.wait(lock, [&] { return backlog_.empty() && busy_ == 0; });
}

std::uint64_t OnlineParaMount::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}
Index OnlineParaMount::forgotten(std::size_t process) const {
  const std::lock_guard lock(mutex_);
  return processes_[process].forgotten;
}
std::size_t OnlineParaMount::kept() const {
  const std::lock_guard lock(mutex_);
  std::size_t result = 0;
  for (const Process& p : processes_) result += p.events.size();
  return result;
}
bool OnlineParaMount::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}
bool OnlineParaMount::quiet() const {
  const std::lock_guard lock(mutex_);
  return stopped_ && busy_ == 0;
}

}  // namespace heddle::states
