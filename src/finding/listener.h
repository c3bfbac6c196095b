// SPDX-License-Identifier: Apache-2.0
// The two small interfaces between what executes and what judges. A listener neither knows nor cares whether
// its events come from a file or from a live process.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "event/event.h"
#include "event/names.h"
#include "finding/finding.h"

namespace heddle::finding {

// Where findings go. Called from the listener's own on() or finish(), on its thread.
using Sink = std::function<void(Finding)>;

// A listener is driven as: begin, then any number of on, then finish.
// Not thread-safe: one thread drives it.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  // `names` grows while events arrive and outlives the listener's work.
  virtual void begin(const event::Names& names, Sink sink) = 0;
  // `events` follow, in trace order, all those given before; the first is at position `first`.
  virtual void on(event::Position first, std::span<const event::Event> events) = 0;
  virtual void finish() {}
};

}  // namespace heddle::finding
