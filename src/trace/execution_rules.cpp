// SPDX-License-Identifier: Apache-2.0
#include "trace/execution_rules.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::trace {

using event::Event;
using event::LockId;
using event::Operation;
using event::ThreadId;
using Broken = std::optional<std::string>;

ExecutionRules::Thread& ExecutionRules::thread(ThreadId id) {
  if (id.index() >= threads_.size()) {
    threads_.resize(id.index() + 1);
    possible_.resize(id.index() + 1);
  }
  return threads_[id.index()];
}

ExecutionRules::Lock& ExecutionRules::lock(LockId id) {
  if (id.index() >= locks_.size()) locks_.resize(id.index() + 1);
  return locks_[id.index()];
}

Broken ExecutionRules::examine(const Event& event) {
  thread(event.thread);
  if (Broken broken = why_unable(event)) return broken;
  if (Broken broken = perform(event)) return broken;
  Thread& acting = thread(event.thread);
  if (acting.phase == Phase::unseen || acting.phase == Phase::forked) acting.phase = Phase::running;
  possible_[event.thread.index()] =
      acting.phase == Phase::running && !acting.waiting ? plain_operations() : 0;
  return std::nullopt;
}

Broken ExecutionRules::why_unable(const Event& event) const {
  const Thread& acting = threads_[event.thread.index()];
  if (acting.phase == Phase::ended) return fmt::format("{} acts after its end", name(event.thread));
  if (acting.phase == Phase::joined) return fmt::format("{} acts after it was joined", name(event.thread));
  if (acting.waiting && event.operation != Operation::wake)
    return fmt::format("{} acts while it waits on {}", name(event.thread), name(acting.condition));
  return std::nullopt;
}

Broken ExecutionRules::perform(const Event& event) {
  Thread& acting = thread(event.thread);
  switch (event.operation) {
    case Operation::read:
    case Operation::write:
    case Operation::atomic_load:
    case Operation::atomic_store:
    case Operation::atomic_rmw:
    case Operation::fence:
    case Operation::notify:
    case Operation::notify_all:
    case Operation::alloc:
    case Operation::free:
    case Operation::mark:
    case Operation::try_failed:  // its holder may have let go of it between the try and its event
    case Operation::try_failed_shared:
      return std::nullopt;
    case Operation::acquire:
      return acquire(event, Hold::exclusive);
    case Operation::release:
      return release(event, Hold::exclusive);
    case Operation::acquire_shared:
      return acquire(event, Hold::shared);
    case Operation::release_shared:
      return release(event, Hold::shared);
    case Operation::wait:
      return wait(event);
    case Operation::wake:
      return wake(event);
    case Operation::fork:
      return fork(event);
    case Operation::join:
      return join(event);
    case Operation::begin:
      if (acting.begun) return fmt::format("{} begins a second time", name(event.thread));
      if (acting.phase == Phase::running)
        return fmt::format("{} begins after it has already acted", name(event.thread));
      acting.begun = true;
      return std::nullopt;
    case Operation::end:
      acting.phase = Phase::ended;
      return std::nullopt;
    case Operation::arrive:
      if (std::find(acting.arrived.begin(), acting.arrived.end(), event.barrier()) == acting.arrived.end())
        acting.arrived.push_back(event.barrier());
      return std::nullopt;
    case Operation::leave: {
      const auto arrived = std::find(acting.arrived.begin(), acting.arrived.end(), event.barrier());
      if (arrived == acting.arrived.end())
        return fmt::format("{} leaves the barrier `{}`, at which it did not arrive", name(event.thread),
                           names_.barriers[event.barrier()]);
      acting.arrived.erase(arrived);
      return std::nullopt;
    }
    case Operation::send:
      if (event.target >= sent_.size()) sent_.resize(event.target + 1);
      sent_[event.target] = true;
      return std::nullopt;
    case Operation::receive:
      if (event.target >= sent_.size() || !sent_[event.target])
        return fmt::format("{} receives `{}` before it is sent", name(event.thread),
                           names_.messages[event.message()]);
      return std::nullopt;
  }
  return std::nullopt;
}

ExecutionRules::Hold ExecutionRules::hold_of(LockId id, ThreadId thread) const {
  if (id.index() >= locks_.size()) return Hold::none;
  const Lock& lock = locks_[id.index()];
  if (lock.owner == thread) return Hold::exclusive;
  const bool shares = std::find(lock.sharers.begin(), lock.sharers.end(), thread) != lock.sharers.end();
  return shares ? Hold::shared : Hold::none;
}

// Why `thread` cannot take the lock; it does not hold it.
Broken ExecutionRules::taken_from(LockId id, ThreadId thread, Hold hold) const {
  if (id.index() >= locks_.size()) return std::nullopt;
  const Lock& lock = locks_[id.index()];
  if (lock.owner.exists())
    return fmt::format("{} acquires {}, which {} holds", name(thread), name(id), name(lock.owner));
  if (hold == Hold::exclusive && !lock.sharers.empty())
    return fmt::format("{} acquires {}, which {} holds shared", name(thread), name(id),
                       name(lock.sharers[0]));
  return std::nullopt;
}

void ExecutionRules::take(LockId id, ThreadId thread, Hold hold) {
  if (hold == Hold::exclusive)
    lock(id).owner = thread;
  else
    lock(id).sharers.push_back(thread);
}

void ExecutionRules::give_up(LockId id, ThreadId thread) {
  if (lock(id).owner == thread)
    lock(id).owner = ThreadId();
  else
    std::erase(lock(id).sharers, thread);
}

Broken ExecutionRules::acquire(const Event& event, Hold hold) {
  if (hold_of(event.lock(), event.thread) != Hold::none)
    return fmt::format("{} acquires {}, which it already holds", name(event.thread), name(event.lock()));
  if (Broken taken = taken_from(event.lock(), event.thread, hold)) return taken;
  take(event.lock(), event.thread, hold);
  return std::nullopt;
}

Broken ExecutionRules::release(const Event& event, Hold hold) {
  const Hold held = hold_of(event.lock(), event.thread);
  if (held == Hold::none) {
    const ThreadId owner = lock(event.lock()).owner;
    return fmt::format("{} releases {}, which {}", name(event.thread), name(event.lock()),
                       owner.exists() ? name(owner) + " holds" : "it does not hold");
  }
  if (held != hold)
    return fmt::format("{} releases {} as {}, but holds it {}", name(event.thread), name(event.lock()),
                       hold == Hold::shared ? "shared" : "exclusive",
                       held == Hold::shared ? "shared" : "exclusively");
  give_up(event.lock(), event.thread);
  return std::nullopt;
}

Broken ExecutionRules::wait(const Event& event) {
  Hold held = Hold::none;
  if (event.lock().exists()) {
    held = hold_of(event.lock(), event.thread);
    if (held == Hold::none)
      return fmt::format("{} waits on {} without holding {}", name(event.thread), name(event.condition()),
                         name(event.lock()));
    give_up(event.lock(), event.thread);
  }
  Thread& acting = thread(event.thread);
  acting.waiting = true;
  acting.waiting_hold = held;
  acting.condition = event.condition();
  acting.lock = event.lock();
  return std::nullopt;
}

Broken ExecutionRules::wake(const Event& event) {
  Thread& acting = thread(event.thread);
  if (!acting.waiting)
    return fmt::format("{} wakes on {} without having waited", name(event.thread), name(event.condition()));
  if (acting.condition != event.condition())
    return fmt::format("{} wakes on {}, but waits on {}", name(event.thread), name(event.condition()),
                       name(acting.condition));
  if (acting.lock != event.lock())
    return fmt::format("{} wakes with {}, but waits with {}", name(event.thread),
                       event.lock().exists() ? name(event.lock()) : "no lock",
                       acting.lock.exists() ? name(acting.lock) : "no lock");
  if (event.lock().exists()) {
    if (Broken taken = taken_from(event.lock(), event.thread, acting.waiting_hold)) return taken;
    take(event.lock(), event.thread, acting.waiting_hold);
  }
  acting.waiting = false;
  return std::nullopt;
}

Broken ExecutionRules::fork(const Event& event) {
  if (event.other() == event.thread) return fmt::format("{} forks itself", name(event.thread));
  Thread& child = thread(event.other());
  if (child.was_forked)
    return fmt::format("{} forks {}, which was forked before", name(event.thread), name(event.other()));
  if (child.phase != Phase::unseen)
    return fmt::format("{} forks {}, which has already acted", name(event.thread), name(event.other()));
  child.was_forked = true;
  child.phase = Phase::forked;
  return std::nullopt;
}

Broken ExecutionRules::join(const Event& event) {
  if (event.other() == event.thread) return fmt::format("{} joins itself", name(event.thread));
  Thread& child = thread(event.other());
  if (child.phase == Phase::unseen)
    return fmt::format("{} joins {}, which never existed", name(event.thread), name(event.other()));
  if (child.waiting)
    return fmt::format("{} joins {}, which still waits on {}", name(event.thread), name(event.other()),
                       name(child.condition));
  child.phase = Phase::joined;
  possible_[event.other().index()] = 0;
  return std::nullopt;
}

}  // namespace heddle::trace
