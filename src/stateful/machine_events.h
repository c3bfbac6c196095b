// SPDX-License-Identifier: Apache-2.0
// The machine's effects as events, for a listener that follows a depth-first search forwards and back.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "event/names.h"
#include "finding/listener.h"
#include "program/machine/machine.h"

namespace heddle::stateful {

class EventBridge {
 public:
  EventBridge(const program::Machine& machine, finding::Listener& listener);
  void pass_on(std::span<const program::Effect> effects);
  finding::Listener::Point save();
  void restore(finding::Listener::Point point);
  // Adds what the listener found.
  void finish(std::vector<finding::Finding>& findings);
  const event::Names& names() const { return names_; }
  event::Event event_of(const program::Effect& effect);

 private:
  const program::Machine& machine_;
  finding::Listener& listener_;
  event::Names names_;
  std::vector<finding::Finding> found_;
  std::map<finding::Listener::Point, event::Position> positions_;
  event::Position position_ = 0;
};

}  // namespace heddle::stateful
