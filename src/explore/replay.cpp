// SPDX-License-Identifier: Apache-2.0
#include "explore/replay.h"

namespace heddle::explore {

Replay::Replay(Arena& arena, std::span<const Decision> decisions) : decisions_(arena), schedule_(arena) {
  assign(decisions);
}

void Replay::assign(std::span<const Decision> decisions) {
  decisions_.clear();
  for (const Decision& decision : decisions) decisions_.push_back(decision);
}

void Replay::begin() {
  next_ = 0;
  followed_ = true;
  schedule_.clear();
}

Thread Replay::choose(const Moment& moment) {
  const auto is_ready = [&](Thread thread) {
    return thread < moment.threads.size() && moment.threads[thread].state == ThreadView::State::ready;
  };
  while (next_ < decisions_.size() && !is_ready(decisions_[next_].thread)) {
    followed_ = false;
    ++next_;
  }
  Thread chosen = moment.current;
  outcome_ = 0;
  if (next_ < decisions_.size()) {
    chosen = decisions_[next_].thread;
    outcome_ = decisions_[next_++].outcome;
  } else if (chosen == schedule::kNoThread) {
    chosen = 0;
    while (!is_ready(chosen)) ++chosen;
  }
  schedule_.push_back({chosen, 0});
  return chosen;
}

unsigned Replay::outcome(unsigned count) {
  if (outcome_ >= count) {
    followed_ = false;
    outcome_ = 0;
  }
  schedule_.back().outcome = outcome_;
  return outcome_;
}

}  // namespace heddle::explore
