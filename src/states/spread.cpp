// SPDX-License-Identifier: Apache-2.0
#include "states/spread.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <unistd.h>

#include "cluster/sharing.h"
#include "states/para_mount.h"

namespace heddle::states {
namespace {

class IntervalWork final : public cluster::Work {
 public:
  IntervalWork(const Poset& poset, const SpreadOptions& options, std::deque<Interval> intervals,
               const std::function<bool(const Interval&)>& enumerate,
               const std::function<std::string()>& result)
      : poset_(poset),
        options_(options),
        enumerate_(enumerate),
        result_(result),
        waiting_(std::move(intervals)) {
    for (unsigned i = 0; i < std::max(options.workers, 1U); ++i) workers_.emplace_back([this] { work(); });
  }
  ~IntervalWork() override { end(); }

  bool rests() override {
    const std::lock_guard lock(mutex_);
    return waiting_.empty() && busy_ == 0 && !is_stopped_;
  }
  void want_part() override {}
  // The older half: they have not been divided yet, or are what is large of those that were.
  std::optional<std::string> part() override {
    const std::lock_guard lock(mutex_);
    cluster::Packer packer;
    for (std::size_t left = waiting_.size() / 2; left > 0; --left) {
      for (const State* state : {&waiting_.front().low, &waiting_.front().high})
        for (const Index index : *state) packer << index;
      waiting_.pop_front();
    }
    return packer.text();
  }
  void take_part(std::string part) override {
    const std::lock_guard lock(mutex_);
    for (cluster::Unpacker unpacker(part); !unpacker.is_empty() && unpacker.is_good();) {
      Interval interval{State(poset_.processes()), State(poset_.processes())};
      for (State* state : {&interval.low, &interval.high})
        for (Index& index : *state) unpacker >> index;
      waiting_.push_back(std::move(interval));
    }
    changed_.notify_all();
  }
  void want_snapshot() override {}
  std::optional<std::string> snapshot() override { return ""; }
  void conclude(bool) override {
    const std::lock_guard lock(mutex_);
    is_concluded_ = true;
    is_whole_ = is_whole_ && waiting_.empty() && busy_ == 0;
    waiting_.clear();
  }
  std::optional<std::string> word() override {
    const std::lock_guard lock(mutex_);
    if ((!is_concluded_ && !is_stopped_) || busy_ > 0 || is_over_) return std::nullopt;
    return (cluster::Packer() << (is_whole_ && !is_stopped_) << result_()).text();
  }
  void hear(const std::vector<std::string>& words) override {
    all_.is_whole = true;
    for (const std::string& each : words) {
      bool is_whole = false;
      cluster::Unpacker(each) >> is_whole >> all_.results.emplace_back();
      all_.is_whole &= is_whole;
    }
    is_over_ = true;
  }
  std::uint64_t done() override { return options_.done ? options_.done() : 0; }
  bool is_over() const { return is_over_; }
  Spread all() { return std::move(all_); }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
      if (ends_) return;
      Interval interval = std::move(waiting_.back());
      waiting_.pop_back();
      ++busy_;
      lock.unlock();
      const bool goes_on = look_at(std::move(interval));
      lock.lock();
      --busy_;
      if (goes_on) continue;
      is_stopped_ = true;
      waiting_.clear();
    }
  }
  // One interval; what is too large is divided, and one half of it put back.
  bool look_at(Interval interval) {
    while (is_large(interval)) {
      std::size_t widest = 0;
      for (std::size_t q = 1; q < interval.low.size(); ++q)
        if (interval.high[q] - interval.low[q] > interval.high[widest] - interval.low[widest]) widest = q;
      const Index middle = interval.low[widest] + (interval.high[widest] - interval.low[widest] + 1) / 2;
      auto [without, with] = divide(poset_, interval, {static_cast<std::uint32_t>(widest), middle});
      interval = std::move(without);
      const std::lock_guard lock(mutex_);
      if (is_concluded_ || is_stopped_) return false;
      waiting_.push_back(std::move(with));
      changed_.notify_one();
    }
    return enumerate_(interval);
  }
  bool is_large(const Interval& interval) const {
    double product = 1;
    for (std::size_t q = 0; q < interval.low.size(); ++q) product *= 1.0 + interval.high[q] - interval.low[q];
    return product > options_.grain && estimate(poset_, interval, 16) > options_.grain;
  }
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
      changed_.notify_all();
    }
    for (std::thread& worker : workers_) worker.join();
  }

  const Poset& poset_;
  const SpreadOptions& options_;
  const std::function<bool(const Interval&)>& enumerate_;
  const std::function<std::string()>& result_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Interval> waiting_;
  unsigned busy_ = 0;
  bool ends_ = false, is_concluded_ = false, is_stopped_ = false, is_whole_ = true;
  bool is_over_ = false;
  Spread all_;
  std::vector<std::thread> workers_;  // last: they use the rest
};

}  // namespace

base::Result<Spread> spread(cluster::Job& job, const Poset& poset, const SpreadOptions& options,
                            const std::function<bool(const Interval&)>& enumerate,
                            const std::function<std::string()>& result) {
  std::deque<Interval> first;
  const std::size_t rank = job.group().rank(), ranks = job.group().size();
  for (std::size_t place = rank; place < poset.events(); place += ranks)
    first.push_back(interval_of(poset, place));
  if (poset.events() == 0 && job.is_first()) first.push_back(whole(poset));
  IntervalWork work(poset, options, std::move(first), enumerate, result);
  cluster::Sharing sharing(job.group(), work);
  bool has_asked = false;
  while (!work.is_over()) {
    sharing.poll();
    if (!job.group().refused().empty()) return base::failure(base::ErrorCode::usage, job.group().refused());
    if (!has_asked && options.stop && options.stop()) {
      has_asked = true;
      sharing.stop();
    }
    if (job.is_first() && options.shown) options.shown(sharing.done());
    usleep(200);
  }
  return work.all();
}

}  // namespace heddle::states
