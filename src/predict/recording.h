// SPDX-License-Identifier: Apache-2.0
// One recorded execution, prepared for questions about its other schedules: its events, and its loset without
// and with the order of reads after the writes they saw. A try that failed is a read of its lock: if there are
// such, a third loset has them after the acquire of whoever held it. Immutable; the events and names must
// outlive it. About 100 bytes an event and 8 for each thread beside it.
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

inline bool uses_lock(const Event& event) {
  return event::target_kind(event.operation) == event::TargetKind::lock ||
         event.operation == event::Operation::wait || event.operation == event::Operation::wake;
}
inline bool is_failed_try(const Event& event) {
  return event.operation == event::Operation::try_failed ||
         event.operation == event::Operation::try_failed_shared;
}

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

  const order::Loset& must() const { return must_.loset; }  // what no schedule can change
  const order::Loset& reads() const { return reads_; }      // and reads after the writes they saw
  const order::Loset& followed() const { return failed_tries_ ? followed_ : reads_; }  // and failed tries
  bool has_failed_tries() const { return failed_tries_; }
  const order::MemoryParts& parts() const { return parts_; }

 private:
  Recording(std::span<const Event> events, const event::Names& names)
      : events_(events), names_(&names), parts_(events) {}

  std::span<const Event> events_;
  const event::Names* names_;
  order::TraceLoset must_;
  order::Loset reads_, followed_;
  bool failed_tries_ = false;
  order::MemoryParts parts_;
};

}  // namespace heddle::predict
