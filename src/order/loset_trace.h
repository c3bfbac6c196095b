// SPDX-License-Identifier: Apache-2.0
// From a trace to its loset: every event of the trace is an event of the loset, ordered by what no schedule
// of the same steps can change. That is flow.h's happens-before with the locks taken out: fork and join,
// barriers, messages, notify and wake, and atomics that synchronise. Critical sections become intervals
// instead; a wait ends one and its wake begins the next. Locks that only one thread ever takes, and locks
// that are only ever shared, exclude nothing: unless all locks are asked for they leave no interval.
//
// Reads::followed also orders each read after the write it saw, and followed_with_tries a try that failed after
// the acquire of whoever held the lock: in a schedule that keeps these orders, and the recorded order of everything it
// contains, every read and every try sees what it saw.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/stop.h"
#include "event/event.h"
#include "order/loset.h"

namespace heddle::order {

enum class Reads : std::uint8_t { ignored, followed, followed_with_tries };
enum class Locks : bool { contended, all };

struct TraceLoset {
  Loset loset;
  std::vector<std::vector<event::Position>> positions;  // by thread, by index (0 is not used)
  std::vector<Index> index;                             // by position

  EventAt at(const event::Event& event, event::Position position) const {
    return {event.thread.index(), index[position]};
  }
  event::Position position(EventAt at) const { return positions[at.thread][at.index]; }
};

// Fails if a thread takes a lock it holds or releases one it does not; with ErrorCode::limit if told to stop.
base::Result<TraceLoset> loset_of(std::span<const event::Event> events, Reads reads = Reads::ignored,
                                  Locks locks = Locks::contended, const base::Stop& stop = {});

}  // namespace heddle::order
