// SPDX-License-Identifier: Apache-2.0
// Happens-before of a running trace in clocks that count events: flow.h's steps once more, where an event's
// clock is what its thread knows when it takes place, and what it publishes includes the event itself.
// (happens_before.h counts segments instead, which is enough for races and changes less often; global states
// need every event.) Cost: O(1) for an event that orders nothing, O(processes) a step otherwise.
#pragma once

#include <span>
#include <vector>

#include "order/flow.h"
#include "order/poset.h"

namespace heddle::order {

// Entries are by process, numbers that the caller gives to threads.
class EventClocks {
 public:
  // Applies what the event learns. Its clock, but for itself; valid until the next call.
  std::span<const Index> before(const event::Event& event);
  // The event is number `index` of `process`: applies what it publishes.
  void after(const event::Event& event, std::size_t process, Index index);
  // What a thread knows now; of one that was just forked, what its first event will.
  std::span<const Index> known_to(event::ThreadId thread);

 private:
  void apply(std::span<const Step> steps);
  std::vector<Index>& clock(CarrierId carrier);

  Flow flow_;
  std::vector<std::vector<Index>> clocks_;  // by carrier
  std::span<const Step> pending_;
};

}  // namespace heddle::order
