// SPDX-License-Identifier: Apache-2.0
// One recorded execution, prepared for questions about its other schedules: its events, its loset twice
// (without and with the order of reads after the writes they saw). Immutable; the events and names must outlive it. About 100 bytes an event and 8 for each thread beside it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "event/event.h"
#include "event/names.h"
#include "order/loset_trace.h"
#include "order/memory_parts.h"

namespace heddle::predict {

using event::Event;
using event::Position;
using order::EventAt;
using order::Index;
using order::State;

class Recording {
 public:
  // Fails on a trace whose locks are misused; with ErrorCode::limit if told to stop.
  static base::Result<Recording> from(std::span<const Event> events, const event::Names& names,
                                      const base::Stop& stop = {});

  std::span<const Event> events() const { return events_; }
  const event::Names& names() const { return *names_; }
  const Event& event(EventAt at) const { return events_[position(at)]; }
  Position position(EventAt at) const { return must_.position(at); }
  EventAt at(Position position) const { return must_.at(events_[position], position); }

  const order::Loset& must() const { return must_.loset; }    // what no schedule can change
  const order::Loset& followed() const { return followed_; }  // and reads after the writes they saw
  const order::MemoryParts& parts() const { return parts_; }

 private:
  Recording(std::span<const Event> events, const event::Names& names)
      : events_(events), names_(&names), parts_(events) {}

  std::span<const Event> events_;
  const event::Names* names_;
  order::TraceLoset must_;
  order::Loset followed_;
  order::MemoryParts parts_;
};

}  // namespace heddle::predict
