// SPDX-License-Identifier: Apache-2.0
#include "stateful/machine_events.h"

#include <utility>

namespace heddle::stateful {

using event::TargetKind;

EventBridge::EventBridge(const program::Machine& machine, finding::Listener& listener)
    : machine_(machine), listener_(listener) {
  const program::Program& program = machine.program();
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    event::Region region;
    region.address = program::address_of(program.global_object(i));
    region.size = program.globals[i].bytes.size();
    region.kind = event::Region::Kind::global;
    region.name = program.globals[i].name;
    if (region.size != 0) names_.add_region(std::move(region));
  }
  names_.threads.intern("main");
  listener_.begin(names_, [this](finding::Finding finding) { found_.push_back(std::move(finding)); });
}

event::Event EventBridge::event_of(const program::Effect& effect) {
  event::Event made;
  while (names_.threads.size() <= effect.thread)
    names_.threads.intern(machine_.thread_name(static_cast<program::ThreadNumber>(names_.threads.size())));
  made.thread = event::ThreadId(effect.thread);
  made.operation = effect.operation;
  made.order = effect.order;
  made.location = names_.locations.intern(machine_.location(effect.location));
  switch (event::target_kind(effect.operation)) {
    case TargetKind::variable:
      made.target = effect.target;
      made.extent = static_cast<std::uint32_t>(effect.size);
      break;
    case TargetKind::lock:
      made.target = names_.locks.intern(machine_.describe(effect.target)).number();
      break;
    case TargetKind::condition:
      made.target = names_.conditions.intern(machine_.describe(effect.target)).number();
      made.extent = effect.lock == 0 ? event::LockId().number()
                                     : names_.locks.intern(machine_.describe(effect.lock)).number();
      break;
    case TargetKind::thread:
      while (names_.threads.size() <= effect.target)
        names_.threads.intern(
            machine_.thread_name(static_cast<program::ThreadNumber>(names_.threads.size())));
      made.target = effect.target;
      break;
    case TargetKind::message:
      made.target = names_.messages.intern(machine_.describe(effect.target)).number();
      break;
    case TargetKind::barrier:
      made.target = names_.barriers.intern(machine_.describe(effect.target)).number();
      break;
    default:
      break;
  }
  return made;
}

void EventBridge::pass_on(std::span<const program::Effect> effects) {
  std::vector<event::Event> events;
  for (const program::Effect& effect : effects) {
    if (effect.call) continue;
    if (effect.target == 2 && event::target_kind(effect.operation) == TargetKind::lock && effect.size != 0)
      continue;
    events.push_back(event_of(effect));
  }
  if (events.empty()) return;
  listener_.on(position_, events);
  position_ += events.size();
}

finding::Listener::Point EventBridge::save() {
  const finding::Listener::Point point = listener_.save();
  positions_[point] = position_;
  return point;
}

void EventBridge::restore(finding::Listener::Point point) {
  listener_.restore(point);
  position_ = positions_[point];
}

void EventBridge::finish(std::vector<finding::Finding>& findings) {
  listener_.finish();
  for (finding::Finding& finding : found_) findings.push_back(std::move(finding));
}

}  // namespace heddle::stateful
