// SPDX-License-Identifier: Apache-2.0
#include "states/spread.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "base/check.h"
#include "base/hash.h"
#include "cluster/launcher.h"
#include "cluster/sharing.h"
#include "states/para_mount.h"
#include "states/rest.h"

namespace heddle::states {
namespace {

class IntervalWork final : public cluster::Work {
 public:
  IntervalWork(const Poset& poset, const SpreadOptions& options, Rest rest,
               const std::function<bool(const Interval&)>& enumerate,
               const std::function<std::string()>& result, const std::function<std::string()>& cost)
      : poset_(poset),
        options_(options),
        enumerate_(enumerate),
        result_(result),
        cost_(cost),
        waiting_(rest.intervals.begin(), rest.intervals.end()),
        before_(std::move(rest.results)) {
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
    Rest given;
    for (std::size_t left = waiting_.size() / 2; left > 0; --left) {
      given.intervals.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    return given.intervals.empty() ? "" : packed(given);
  }
  void take_part(std::string part) override {
    const std::lock_guard lock(mutex_);
    Rest given;
    cluster::Unpacker unpacker(part);
    if (!unpack(unpacker, poset_, given)) return;  // of other events: rank 0 ends the job
    for (Interval& each : given.intervals) waiting_.push_back(std::move(each));
    changed_.notify_all();
  }
  void want_snapshot() override {
    const std::lock_guard lock(mutex_);
    pauses_ = true;
  }
  std::optional<std::string> snapshot() override {
    const std::lock_guard lock(mutex_);
    if (busy_ > 0) return std::nullopt;
    pauses_ = false;
    changed_.notify_all();
    return packed({.results = results(), .intervals = {waiting_.begin(), waiting_.end()}});
  }
  void conclude(bool) override {
    const std::lock_guard lock(mutex_);
    is_concluded_ = true;
    is_whole_ = is_whole_ && waiting_.empty() && busy_ == 0;
    waiting_.clear();
  }
  std::optional<std::string> word() override {
    const std::lock_guard lock(mutex_);
    if ((!is_concluded_ && !is_stopped_) || busy_ > 0 || is_over_) return std::nullopt;
    cluster::Packer packer;
    packer << (is_whole_ && !is_stopped_) << cost_() << packed({.results = results(), .intervals = {}});
    return packer.text();
  }
  void hear(const std::vector<std::string>& words) override {
    all_.is_whole = true;
    for (const std::string& each : words) {
      bool is_whole = false;
      std::string cost, results;
      cluster::Unpacker(each) >> is_whole >> cost >> results;
      all_.is_whole &= is_whole;
      cluster::Traffic traffic;
      double idle = 0;
      cluster::Unpacker(cost) >> traffic >> idle;
      all_.traffic.messages += traffic.messages;
      all_.traffic.bytes += traffic.bytes;
      all_.idle_seconds += idle;
      Rest rest;
      cluster::Unpacker unpacker(results);
      HEDDLE_CHECK(unpack(unpacker, poset_, rest), "what was whole can be read");
      for (std::string& result : rest.results) all_.results.push_back(std::move(result));
    }
    is_over_ = true;
  }
  std::uint64_t done() override { return options_.done ? options_.done() : 0; }
  bool is_over() const { return is_over_; }
  Spread all() { return std::move(all_); }

 private:
  static std::string packed(const Rest& rest) {
    cluster::Packer packer;
    pack(packer, rest);
    return packer.text();
  }
  std::vector<std::string> results() const {
    std::vector<std::string> all = before_;
    all.push_back(result_());
    return all;
  }
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return ends_ || (!pauses_ && !waiting_.empty()); });
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
  const std::function<std::string()>&result_, &cost_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Interval> waiting_;
  unsigned busy_ = 0;
  bool ends_ = false, is_concluded_ = false, is_stopped_ = false, is_whole_ = true;
  bool is_over_ = false, pauses_ = false;
  std::vector<std::string> before_;  // results of those that the checkpoint is of
  Spread all_;
  std::vector<std::thread> workers_;  // last: they use the rest
};

}  // namespace

base::Result<Spread> spread(cluster::Job& job, const Poset& poset, const SpreadOptions& options,
                            const std::function<bool(const Interval&)>& enumerate,
                            const std::function<std::string()>& result) {
  const std::size_t rank = job.group().rank(), ranks = job.group().size();
  const std::uint64_t identity =
      base::combine(base::combine(job.group().build(), digest_of(poset)), options.question);
  if (const auto same = job.agree(identity, "events"); !same) return base::failure(same.error());
  Rest first;
  if (!options.resume.empty()) {
    if (job.is_first()) {
      auto rest = read_rest(options.resume, poset, identity);
      if (!rest) return base::failure(rest.error());
      first = std::move(*rest);
    }
  } else {
    for (std::size_t place = rank; place < poset.events(); place += ranks)
      first.intervals.push_back(interval_of(poset, place));
    if (poset.events() == 0 && job.is_first()) first.intervals.push_back(whole(poset));
  }
  const cluster::Sharing* shared = nullptr;
  const std::function<std::string()> cost = [&] {
    return (cluster::Packer() << job.group().traffic() << shared->idle_seconds()).text();
  };
  IntervalWork work(poset, options, std::move(first), enumerate, result, cost);
  cluster::Sharing sharing(job.group(), work);
  shared = &sharing;
  if (!options.checkpoint.empty() && job.is_first())
    sharing.keep_snapshots(options.checkpoint_seconds, [&](const std::vector<std::string>& parts) {
      Rest all;
      for (const std::string& each : parts) {
        Rest rest;
        cluster::Unpacker unpacker(each);
        HEDDLE_CHECK(unpack(unpacker, poset, rest), "what was whole can be read");
        all.add(std::move(rest));
      }
      if (!cluster::is_launcher_gone() && !write_rest(options.checkpoint, all, identity))
        fmt::print(stderr, "heddle: warning: cannot write {}\n", options.checkpoint);
    });
  bool has_asked = false;
  while (!work.is_over()) {
    sharing.poll();
    if (sharing.is_overdue()) job.give_up(cluster::kOverdueWords);
    if (!job.group().refused().empty()) return base::failure(base::ErrorCode::usage, job.group().refused());
    if (!has_asked && options.stop && options.stop()) {
      has_asked = true;
      sharing.stop();
    }
    if (job.is_first() && options.shown) options.shown(sharing.done());
    usleep(sharing.glance());
  }
  Spread all = work.all();
  if (all.is_whole && !options.checkpoint.empty() && job.is_first())
    cluster::remove_checkpoint(options.checkpoint);  // nothing is left
  return all;
}

}  // namespace heddle::states
