// SPDX-License-Identifier: Apache-2.0
#include "order/trace_poset.h"

#include <algorithm>

namespace heddle::order {

TracePoset::Thread& TracePoset::thread(event::ThreadId id) {
  if (id.index() >= threads_.size()) threads_.resize(id.index() + 1);
  Thread& known = threads_[id.index()];
  if (!known.seen) known = {builder_.add_process(id), true, false};
  return known;
}

std::vector<Index>& TracePoset::clock(CarrierId carrier) {
  if (carrier.index() >= clocks_.size()) clocks_.resize(std::max(carrier.index() + 1, flow_.carriers()));
  return clocks_[carrier.index()];
}

void TracePoset::apply(std::span<const Step> steps) {
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

void TracePoset::add(event::Position position, const event::Event& event) {
  Thread& acting = thread(event.thread);
  const bool plain = !Flow::orders(event.operation) && event.operation != event::Operation::mark;
  if (plain && acting.collecting) {
    builder_.extend(acting.process, position);
    return;
  }
  const Steps steps = flow_.on(event);
  apply(steps.before);
  const CarrierId self = flow_.thread(event.thread);
  const EventRef added = builder_.add_clock(acting.process, clock(self), position);
  std::vector<Index>& own = clock(self);
  if (own.size() <= acting.process) own.resize(acting.process + 1, 0);
  own[acting.process] = added.index;
  apply(steps.after);
  acting.collecting = plain && events_ == Events::collections;
}

void TracePoset::on(event::Position first, std::span<const event::Event> events) {
  for (const event::Event& event : events) add(first++, event);
}

Poset TracePoset::build() && { return std::move(builder_).build(); }

}  // namespace heddle::order
