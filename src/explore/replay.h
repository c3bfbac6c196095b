// SPDX-License-Identifier: Apache-2.0
// One given schedule. Where it cannot be followed (the thread is not ready, or the schedule has ended) the
// current thread goes on, or the first ready one, and `followed` tells. A schedule that was cut down or
// changed by the shortening is followed as far as it goes in the same way: a decision whose thread is not
// ready is skipped.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

class Replay : public Search {
 public:
  Replay(Arena& arena, std::span<const Decision> decisions);
  void begin() override;
  Thread choose(const Moment& moment) override;
  unsigned outcome(unsigned count) override;
  void performed(const Operation&) override {}
  void order(Thread, Thread) override {}
  bool finish(const Moment&) override { return false; }
  std::span<const Decision> schedule() const override { return {schedule_.begin(), schedule_.size()}; }
  Progress progress() const override { return {1, 0, 1}; }
  std::string_view bound() const override { return "one schedule was run"; }
  // Was every decision possible when its turn came?
  bool followed() const { return followed_; }
  void assign(std::span<const Decision> decisions);

 protected:
  std::uint32_t decided() const { return outcome_; }  // the outcome the schedule says
  void note(std::uint32_t outcome) { schedule_.back().outcome = outcome; }
  void stray() { followed_ = false; }
  void choose_thread(Thread chosen) { schedule_.push_back({chosen, 0}); }

 private:
  Array<Decision> decisions_;
  Array<Decision> schedule_;
  std::size_t next_ = 0;
  std::uint32_t outcome_ = 0;
  bool followed_ = true;
};

}  // namespace heddle::explore
