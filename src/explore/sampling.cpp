// SPDX-License-Identifier: Apache-2.0
#include "explore/sampling.h"

#include <algorithm>

namespace heddle::explore {

void Sampling::begin() {
  state_ = base::combine(options_.seed, number_);
  schedule_.clear();
}

unsigned Sampling::outcome(unsigned count) {
  schedule_.back().outcome = static_cast<std::uint32_t>(below(count));
  return schedule_.back().outcome;
}

bool Sampling::finish(const Moment&) {
  ++executions_;
  number_ += options_.shares;
  return number_ < options_.executions;
}

Progress Sampling::progress() const {
  return {executions_, 0, options_.executions == 0 ? 0 : double(number_) / double(options_.executions)};
}

Thread Random::choose(const Moment& moment) { return took_any(moment, Anybody{}); }

void Pct::begin() {
  Sampling::begin();
  priorities_.clear();
  changes_.clear();
  for (std::uint32_t i = 1; i < options_.depth; ++i) changes_.push_back(below(longest_));
}

Thread Pct::choose(const Moment& moment) {
  while (priorities_.size() < moment.threads.size())
    priorities_.push_back(random() | (std::uint64_t{1} << 63));
  const auto best = [&] {
    Thread found = schedule::kNoThread;
    for (Thread thread = 0; thread < moment.threads.size(); ++thread) {
      if (moment.threads[thread].state != ThreadView::State::ready) continue;
      if (found == schedule::kNoThread || priorities_[thread] > priorities_[found]) found = thread;
    }
    return found;
  };
  for (std::size_t i = 0; i < changes_.size(); ++i)
    if (changes_[i] == schedule_.size()) priorities_[best()] = changes_.size() - i;
  return took(best());
}

bool Pct::finish(const Moment& moment) {
  longest_ = std::max<std::uint64_t>(longest_, schedule_.size());
  return Sampling::finish(moment);
}

}  // namespace heddle::explore
