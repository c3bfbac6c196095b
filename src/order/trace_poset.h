// SPDX-License-Identifier: Apache-2.0
// From a trace to its poset: the threads are the processes, happens-before (flow.h) is the order. Locks order
// critical sections as they were observed: the states of this poset are those of every execution in which
// each lock changes hands as it did here.
//
// Which trace events are events of the poset:
//   all          every one
//   collections  marks and whatever orders something on their own; the other events of a thread (plain
//                accesses) between two of those are one event together (event collections).
//                Fewer states, the same frontier as far as marks and races can tell.
// Cost: O(1) for an event that orders nothing, O(threads) a step; memory 8 bytes an event and thread.
#pragma once

#include <span>
#include <vector>

#include "order/event_clocks.h"
#include "order/poset.h"

namespace heddle::order {

class TracePoset {
 public:
  enum class Events { all, collections };
  explicit TracePoset(Events events = Events::all) : events_(events) {}

  // `events` follow those given before, the first at position `first`.
  void on(event::Position first, std::span<const event::Event> events);
  Poset build() &&;

 private:
  struct Thread {
    std::size_t process = 0;
    bool seen = false;
    bool collecting = false;  // its last event is a collection still open
  };

  void add(event::Position position, const event::Event& event);
  Thread& thread(event::ThreadId id);

  Events events_;
  EventClocks clocks_;
  PosetBuilder builder_;
  std::vector<Thread> threads_;  // by thread id
};

}  // namespace heddle::order
