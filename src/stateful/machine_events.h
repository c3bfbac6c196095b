// SPDX-License-Identifier: Apache-2.0
// The machine's effects as events, for whatever judges those: what is the same place for the machine has the
// same number here.
#pragma once

#include <cstdint>
#include <map>

#include "event/event.h"
#include "program/machine/machine.h"

namespace heddle::stateful {

class MachineEvents {
 public:
  event::Event operator()(const program::Effect& effect) {
    event::Event made;
    made.thread = event::ThreadId(effect.thread);
    made.operation = effect.operation;
    made.order = effect.order;
    switch (event::target_kind(effect.operation)) {
      case event::TargetKind::variable:
        made.target = effect.target;
        made.extent = static_cast<std::uint32_t>(effect.size);
        break;
      case event::TargetKind::condition:
        made.target = number(effect.target);
        made.extent = effect.lock == 0 ? event::LockId().number() : number(effect.lock);
        break;
      case event::TargetKind::lock:
      case event::TargetKind::barrier:
      case event::TargetKind::message:
        made.target = number(effect.target);
        break;
      case event::TargetKind::thread:
        made.target = effect.target;
        break;
      default:
        break;
    }
    return made;
  }

 private:
  std::uint32_t number(std::uint64_t address) {
    return numbers_.try_emplace(address, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::map<std::uint64_t, std::uint32_t> numbers_;
};

}  // namespace heddle::stateful
