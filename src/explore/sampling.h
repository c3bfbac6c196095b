// SPDX-License-Identifier: Apache-2.0
// Searches that sample instead of exhausting, for programs with too many schedules.
//
// `random` takes each ready thread with the same probability at each point.
//
// `pct` is probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010):
// threads have random priorities, the highest ready one runs, and at d − 1 random steps the running one falls
// below all others. A bug that needs d ordering constraints is hit with probability at least 1/(n·k^(d−1)) in
// each execution of n threads and k steps; k is the longest execution seen so far.
//
// An execution of `random` depends on the seed and its number alone, one of `pct` also on the lengths of
// those that the same worker ran before. Neither ever proves anything.
#pragma once

#include "base/hash.h"
#include "explore/search.h"

namespace heddle::explore {

class Sampling : public Search {
 public:
  Sampling(Arena& arena, const Options& options)
      : options_(options), number_(options.share), schedule_(arena) {}
  void begin() override;
  unsigned outcome(unsigned count) override;
  void performed(const Operation&) override {}
  void order(Thread, Thread) override {}
  bool finish(const Moment& moment) override;
  std::span<const Decision> schedule() const override { return {schedule_.begin(), schedule_.size()}; }
  Progress progress() const override;
  std::string_view bound() const override { return "schedules were sampled, not exhausted"; }

 protected:
  std::uint64_t random() { return base::mix(state_ += 0x9E3779B97F4A7C15U); }
  // Without a division; counts are small.
  std::uint64_t below(std::uint64_t count) { return (random() >> 32) * count >> 32; }
  Thread took(Thread thread) {
    schedule_.push_back({thread, 0});
    return thread;
  }
  // One of those that may run, each with the same probability; kNoThread: there is none.
  template <class May>
  Thread took_any(const Moment& moment, const May& may_run) {
    std::uint64_t ready = 0;
    const auto is_ready = [&](Thread thread) {
      const ThreadView& view = moment.threads[thread];
      return view.state == ThreadView::State::ready && may_run(thread, view.next);
    };
    for (Thread thread = 0; thread < moment.threads.size(); ++thread) ready += is_ready(thread);
    if (ready == 0) return control::kNoThread;
    std::uint64_t pick = below(ready);
    for (Thread thread = 0;; ++thread)
      if (is_ready(thread) && pick-- == 0) return took(thread);
  }
  Options options_;
  std::uint64_t number_;  // of the execution
  Array<Decision> schedule_;

 private:
  std::uint64_t state_ = 0;
  std::uint64_t executions_ = 0;
};

class Random final : public Sampling {
 public:
  using Sampling::Sampling;
  Thread choose(const Moment& moment) override;
};

class Pct final : public Sampling {
 public:
  Pct(Arena& arena, const Options& options) : Sampling(arena, options), priorities_(arena), changes_(arena) {}
  void begin() override;
  Thread choose(const Moment& moment) override;
  bool finish(const Moment& moment) override;

 private:
  Array<std::uint64_t> priorities_;
  Array<std::uint64_t> changes_;  // steps
  std::uint64_t longest_ = 1;
};

}  // namespace heddle::explore
