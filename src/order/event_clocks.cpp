// SPDX-License-Identifier: Apache-2.0
#include "order/event_clocks.h"

#include <algorithm>

namespace heddle::order {

std::vector<Index>& EventClocks::clock(CarrierId carrier) {
  if (carrier.index() >= clocks_.size()) clocks_.resize(std::max(carrier.index() + 1, flow_.carriers()));
  return clocks_[carrier.index()];
}

void EventClocks::apply(std::span<const Step> steps) {
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::clear) {
      clock(step.to).clear();
      continue;
    }
    clock(
        CarrierId(std::max(step.to.index(), step.from.index())));  // both exist before either is referred to
    std::vector<Index>& to = clocks_[step.to.index()];
    const std::vector<Index>& from = clocks_[step.from.index()];
    if (step.kind == Step::Kind::copy) {
      to = from;
      continue;
    }
    if (to.size() < from.size()) to.resize(from.size(), 0);
    for (std::size_t q = 0; q < from.size(); ++q) to[q] = std::max(to[q], from[q]);
  }
}

std::span<const Index> EventClocks::before(const event::Event& event) {
  const Steps steps = flow_.on(event);
  pending_ = steps.after;
  apply(steps.before);
  return clock(flow_.thread(event.thread));
}

void EventClocks::after(const event::Event& event, std::size_t process, Index index) {
  std::vector<Index>& own = clock(flow_.thread(event.thread));
  if (own.size() <= process) own.resize(process + 1, 0);
  own[process] = index;
  apply(pending_);
}

std::span<const Index> EventClocks::known_to(event::ThreadId thread) { return clock(flow_.thread(thread)); }

}  // namespace heddle::order
