// SPDX-License-Identifier: Apache-2.0
#include "random/execution.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::random {

using event::Event;
using event::Operation;

bool Possible::happens(const Event& event) {
  const event::ThreadId self = event.thread;
  if (ended_.contains(self)) return false;
  if (waiting_.contains(self) && event.operation != Operation::wake) return false;
  const auto may_acquire = [&](event::LockId id) { return locks_[id].free(); };
  const auto holds = [&](event::LockId id) { return locks_[id].holder == self; };
  switch (event.operation) {
    case Operation::acquire:
      if (!may_acquire(event.lock())) return false;
      locks_[event.lock()].holder = self;
      break;
    case Operation::release:
      if (!holds(event.lock())) return false;
      locks_[event.lock()].holder = {};
      break;
    case Operation::acquire_shared:
      if (locks_[event.lock()].holder.exists() || !locks_[event.lock()].sharers.insert(self).second)
        return false;
      break;
    case Operation::release_shared:
      if (locks_[event.lock()].sharers.erase(self) == 0) return false;
      break;
    case Operation::wait:
      if (event.lock().exists() && !holds(event.lock())) return false;
      if (event.lock().exists()) locks_[event.lock()].holder = {};
      waiting_[self] = event;
      break;
    case Operation::wake: {
      const auto waited = waiting_.find(self);
      if (waited == waiting_.end() || waited->second.target != event.target ||
          waited->second.extent != event.extent)
        return false;
      if (event.lock().exists()) {
        if (!may_acquire(event.lock())) return false;
        locks_[event.lock()].holder = self;
      }
      waiting_.erase(waited);
      break;
    }
    case Operation::fork:
      if (seen_.contains(event.other()) || event.other() == self) return false;
      seen_.insert(event.other());
      break;
    case Operation::join:
      if (event.other() == self || ended_.contains(event.other())) return false;
      ended_.insert(event.other());
      seen_.insert(event.other());
      break;
    case Operation::arrive:
      arrived_.insert({self, event.barrier()});
      break;
    case Operation::leave:
      if (arrived_.erase({self, event.barrier()}) == 0) return false;
      break;
    case Operation::send:
      sent_.insert(event.message());
      break;
    case Operation::receive:
      if (!sent_.contains(event.message())) return false;
      break;
    default:
      break;  // possible at any time
  }
  seen_.insert(self);
  return true;
}

bool possible(const std::vector<Event>& events) {
  Possible rules;
  return std::all_of(events.begin(), events.end(), [&](const Event& event) { return rules.happens(event); });
}

Shape random_shape(std::mt19937_64& random) {
  const auto upto = [&](std::size_t least, std::size_t most) {
    return least + random() % (most - least + 1);
  };
  Shape shape;
  shape.threads = upto(2, 8);
  shape.events = upto(4, 60);
  shape.locks = upto(1, 3);
  shape.variables = upto(1, 3);
  shape.bytes = random() % 2 == 0 ? 0 : upto(4, 24);
  shape.conditions = upto(1, 2);
  shape.barriers = upto(1, 2);
  shape.messages = upto(1, 3);
  shape.tries = random() % 4 == 0;
  // Few kinds of operations in one execution meet more often than all kinds do.
  const std::vector<std::vector<Operation>> groups = {
      {Operation::acquire, Operation::release},
      {Operation::acquire, Operation::release, Operation::acquire_shared, Operation::release_shared},
      {Operation::acquire, Operation::release, Operation::try_failed},
      {Operation::acquire, Operation::release, Operation::acquire_shared, Operation::release_shared,
       Operation::try_failed, Operation::try_failed_shared},
      {Operation::atomic_load, Operation::atomic_store, Operation::atomic_rmw},
      {Operation::atomic_load, Operation::atomic_store, Operation::atomic_rmw, Operation::fence},
      {Operation::wait, Operation::wake, Operation::notify, Operation::notify_all, Operation::acquire,
       Operation::release},
      {Operation::fork, Operation::join, Operation::begin, Operation::end},
      {Operation::arrive, Operation::leave},
      {Operation::send, Operation::receive, Operation::mark},
      {Operation::alloc, Operation::free},
  };
  std::vector<unsigned> weight(event::kOperations, 0);
  weight[static_cast<std::size_t>(Operation::read)] = static_cast<unsigned>(upto(2, 6));
  weight[static_cast<std::size_t>(Operation::write)] = static_cast<unsigned>(upto(1, 4));
  for (std::size_t n = upto(1, 4); n > 0; --n)
    for (const Operation operation : groups[random() % groups.size()])
      weight[static_cast<std::size_t>(operation)] += static_cast<unsigned>(upto(1, 4));
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (weight[i] > 0) shape.weights.emplace_back(static_cast<Operation>(i), weight[i]);
  return shape;
}

Execution random_execution(const Shape& shape, std::mt19937_64& random) {
  Execution execution;
  event::Names& names = execution.names;
  for (std::size_t i = 0; i < shape.threads; ++i) names.threads.intern(fmt::format("T{}", i));
  for (std::size_t i = 0; i < shape.locks; ++i) names.locks.intern(fmt::format("l{}", i));
  for (std::size_t i = 0; i < shape.conditions; ++i) names.conditions.intern(fmt::format("c{}", i));
  for (std::size_t i = 0; i < shape.barriers; ++i) names.barriers.intern(fmt::format("b{}", i));
  for (std::size_t i = 0; i < shape.messages; ++i) names.messages.intern(fmt::format("m{}", i));
  const event::MarkId mark = names.marks.intern({.label = "here"});
  std::vector<event::Variable> variables;
  for (std::size_t i = 0; i < shape.variables; ++i)
    variables.push_back(names.variable(fmt::format("x{}", i)));

  const auto one_of = [&](std::size_t count) { return random() % count; };
  const auto variable = [&]() -> event::Variable {
    if (shape.bytes == 0 || random() % 2 == 0) return variables[one_of(variables.size())];
    constexpr std::uint64_t kMemory = 0xFF8;  // the pieces cross a granule, and a page
    const std::uint64_t start = one_of(shape.bytes);
    const std::uint64_t sizes[] = {1, 2, 4, 8, shape.bytes};
    const std::uint64_t size = std::min<std::uint64_t>(sizes[one_of(5)], shape.bytes - start);
    return {kMemory + start, static_cast<std::uint32_t>(size)};
  };
  unsigned total = 0;
  for (const auto& [operation, weight] : shape.weights) total += weight;

  Possible rules;
  for (std::size_t tries = 0; execution.events.size() < shape.events && tries < 50 * shape.events; ++tries) {
    auto drawn = static_cast<unsigned>(one_of(total));
    Operation operation = Operation::read;
    for (const auto& [candidate, weight] : shape.weights) {
      operation = candidate;
      if (drawn < weight) break;
      drawn -= weight;
    }
    const event::ThreadId self(one_of(shape.threads));
    Event event;
    switch (event::target_kind(operation)) {
      case event::TargetKind::nothing:
        event = event::lifetime(self, operation);
        break;
      case event::TargetKind::variable:
        event = event::access(self, operation, variable());
        break;
      case event::TargetKind::lock:
        event = event::act(self, operation, event::LockId(one_of(shape.locks)));
        break;
      case event::TargetKind::condition:
        event = event::act(self, operation, event::ConditionId(one_of(shape.conditions)));
        if (operation == Operation::wait || operation == Operation::wake)
          event = event::waiting(self, operation, event.condition(),
                                 one_of(4) == 0 ? event::LockId() : event::LockId(one_of(shape.locks)));
        break;
      case event::TargetKind::thread:
        event = event::act(self, operation, event::ThreadId(one_of(shape.threads)));
        break;
      case event::TargetKind::barrier:
        event = event::act(self, operation, event::BarrierId(one_of(shape.barriers)));
        break;
      case event::TargetKind::message:
        event = event::act(self, operation, event::MessageId(one_of(shape.messages)));
        break;
      case event::TargetKind::mark:
        event = event::act(self, operation, mark);
        break;
    }
    const bool failed = operation == Operation::try_failed || operation == Operation::try_failed_shared;
    // A failed try found the lock taken, but for a holder who lets go of it just before the event is recorded.
    if (failed && rules.is_free(event.lock()) && one_of(16) != 0) continue;
    event.tried = shape.tries && event::can_be_tried(operation) && one_of(3) == 0;
    if (event::has_order(operation))
      event.order = static_cast<event::MemoryOrder>(one_of(event::kMemoryOrders));
    if (rules.happens(event)) execution.events.push_back(event);
  }
  return execution;
}

std::vector<Event> shrink(std::vector<Event> events,
                          const std::function<bool(const std::vector<Event>&)>& fails) {
  for (std::size_t size = std::max<std::size_t>(events.size() / 2, 1);;) {
    bool smaller = false;
    for (std::size_t start = 0; start + size <= events.size();) {
      std::vector<Event> without(events);
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(start),
                    without.begin() + static_cast<std::ptrdiff_t>(start + size));
      if (possible(without) && fails(without)) {
        events = std::move(without);
        smaller = true;
      } else {
        ++start;
      }
    }
    if (size > 1)
      size /= 2;
    else if (!smaller)
      return events;
  }
}

std::string text(const event::Names& names, const std::vector<Event>& events) {
  std::string lines;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    lines += fmt::format("{:3} {} {}({}", i, names.threads[event.thread], event::std_name(event.operation),
                         names.describe_target(event));
    if (event::target_kind(event.operation) == event::TargetKind::variable)
      lines += fmt::format(", {} bytes", event.extent);
    if (event::target_kind(event.operation) == event::TargetKind::condition && event.lock().exists())
      if (event.operation == Operation::wait || event.operation == Operation::wake)
        lines += fmt::format(", {}", names.locks[event.lock()]);
    if (event::has_order(event.operation)) lines += fmt::format(", {}", event::name(event.order));
    lines += ")\n";
  }
  return lines;
}

}  // namespace heddle::random
