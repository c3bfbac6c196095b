// SPDX-License-Identifier: Apache-2.0
#include "explore/pos.h"

namespace heddle::explore {

void Pos::begin() {
  Sampling::begin();
  priorities_.clear();
}

void Pos::draw(const Moment& moment) {
  if (priorities_.size() < moment.threads.size()) priorities_.resize(moment.threads.size(), 0);
  for (std::uint64_t& priority : priorities_)
    if (priority == 0) priority = random() | 1;
}

Thread Pos::perform(const Moment& moment, Thread thread) {
  const Operation& operation = moment.threads[thread].next;
  for (Thread other = 0; other < moment.threads.size(); ++other) {
    const ThreadView& view = moment.threads[other];
    const bool waits = view.state == ThreadView::State::ready || view.state == ThreadView::State::blocked;
    if (other == thread || (waits && conflict(operation, view.next))) priorities_[other] = 0;
  }
  return took(thread);
}

Thread Pos::choose(const Moment& moment) {
  draw(moment);
  return perform(moment, highest(moment, [](Thread) { return false; }));
}

}  // namespace heddle::explore
