// SPDX-License-Identifier: Apache-2.0
#include "order/trace_poset.h"

namespace heddle::order {

TracePoset::Thread& TracePoset::thread(event::ThreadId id) {
  if (id.index() >= threads_.size()) threads_.resize(id.index() + 1);
  Thread& known = threads_[id.index()];
  if (!known.seen) known = {builder_.add_process(id), true, false};
  return known;
}

void TracePoset::add(event::Position position, const event::Event& event) {
  Thread& acting = thread(event.thread);
  const bool plain = !Flow::orders(event.operation) && event.operation != event::Operation::mark;
  if (plain && acting.collecting) {
    builder_.extend(acting.process, position);
    return;
  }
  const EventRef added = builder_.add_clock(acting.process, clocks_.before(event), position);
  clocks_.after(event, acting.process, added.index);
  acting.collecting = plain && events_ == Events::collections;
}

void TracePoset::on(event::Position first, std::span<const event::Event> events) {
  for (const event::Event& event : events) add(first++, event);
}

Poset TracePoset::build() && { return std::move(builder_).build(); }

}  // namespace heddle::order
