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

#include <bit>
#include <type_traits>

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
  struct Anybody {  // for took_any: whoever is ready may run
    bool operator()(Thread, const Operation&) const { return true; }
  };
  std::uint64_t random() { return base::mix(state_ += 0x9E3779B97F4A7C15U); }
  // Without a division; counts are small.
  std::uint64_t below(std::uint64_t count) { return (random() >> 32) * count >> 32; }
  Thread took(Thread thread) {
    schedule_.push_back({thread, 0});
    return thread;
  }
  // How many. (std::popcount is a call where the processor need not have an instruction for it.)
  static std::uint64_t bits_of(std::uint64_t set) {
    set -= set >> 1 & 0x5555555555555555U;
    set = (set & 0x3333333333333333U) + (set >> 2 & 0x3333333333333333U);
    return ((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U >> 56;
  }
  // One of these, each with the same probability.
  Thread took_of(std::uint64_t threads) {
    std::uint64_t pick = below(bits_of(threads));
    // A branch on what was drawn is foreseen wrongly half of the time.
    threads = pick > 0 ? threads & (threads - 1) : threads;
    threads = pick > 1 ? threads & (threads - 1) : threads;
    for (; pick > 2; --pick) threads &= threads - 1;
    return took(static_cast<Thread>(std::countr_zero(threads)));
  }
  // One of those that may run, each with the same probability; kNoThread: there is none.
  template <class May>
  Thread took_any(const Moment& moment, const May& may_run) {
    if constexpr (std::is_same_v<May, Anybody>)
      if (moment.ready != 0) return took_of(moment.ready);
    std::uint64_t ready = 0, first = 0;  // how many, and which of the first 64
    const auto is_ready = [&](Thread thread) {
      const ThreadView& view = moment.threads[thread];
      return view.state == ThreadView::State::ready && may_run(thread, view.next);
    };
    const auto count = static_cast<Thread>(moment.threads.size());
    for (Thread thread = 0; thread < count; ++thread) {
      const bool is = is_ready(thread);
      ready += is;
      first |= std::uint64_t{is} << thread % 64;
    }
    if (ready == 0) return schedule::kNoThread;
    if (count <= 64) return took_of(first);
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
