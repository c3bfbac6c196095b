// SPDX-License-Identifier: Apache-2.0
#include "order/flow.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::order {

using event::Operation;

Steps Flow::translate(const event::Event& event) {
  steps_.clear();
  const CarrierId self = thread(event.thread);
  const auto access = [this] { before_ = steps_.size(); };
  before_ = 0;
  switch (event.operation) {  // no default: a new operation must say here what it orders
    case Operation::read:
    case Operation::write:
    case Operation::begin:
    case Operation::end:
    case Operation::mark:
    case Operation::notify:
    case Operation::notify_all:
    case Operation::try_failed:
    case Operation::try_failed_shared:
      break;
    case Operation::atomic_load:
      load(event, atomic(event.target));
      access();
      break;
    case Operation::atomic_store: {
      const CarrierId location = atomic(event.target);
      access();
      if (event.order == event::MemoryOrder::java_volatile)
        join(location, self, true);
      else if (event::releases(event.order))
        copy(location, self, true);
      else
        copy(location, threads_[event.thread.index()].release_fence);
      break;
    }
    case Operation::atomic_rmw: {
      const CarrierId location = atomic(event.target);
      load(event, location);
      access();
      if (event::releases(event.order))
        join(location, self, true);
      else
        join(location, threads_[event.thread.index()].release_fence);
      break;
    }
    case Operation::fence: {
      const Thread& fences = threads_[event.thread.index()];
      if (event::acquires(event.order)) join(self, fences.acquire_fence);
      access();
      if (event::releases(event.order)) copy(fences.release_fence, self, true);
      break;
    }
    case Operation::acquire:
      acquire(self, event.lock());
      access();
      break;
    case Operation::release:
      release(self, event.lock());
      break;
    case Operation::acquire_shared:
      join(self, lock(event.lock()).exclusive);
      access();
      break;
    case Operation::release_shared:
      join(lock(event.lock()).shared, self, true);
      break;
    case Operation::wait:
      if (event.lock().exists()) release(self, event.lock());
      break;
    case Operation::wake:
      if (event.lock().exists()) acquire(self, event.lock());
      access();
      break;
    case Operation::fork:
      join(thread(event.other()), self, true);
      break;
    case Operation::join:
      join(self, thread(event.other()), true);
      access();
      break;
    case Operation::arrive:
      arrive(event.thread, event.barrier());
      break;
    case Operation::leave:
      leave(event.thread, event.barrier());
      access();
      break;
    case Operation::send:
      join(message(event.message()), self, true);
      break;
    case Operation::receive:
      join(self, message(event.message()));
      access();
      break;
    case Operation::alloc:
    case Operation::free:
      clear_atomics(event.variable());
      break;
  }
  const std::span<const Step> all(steps_);
  return {all.first(before_), all.subspan(before_)};
}

CarrierId Flow::new_threads(event::ThreadId last) {
  HEDDLE_CHECK(last.exists(), "every event has a thread");
  while (threads_.size() <= last.index())
    threads_.push_back(
        {.self = next_carrier(), .release_fence = next_carrier(), .acquire_fence = next_carrier()});
  return threads_[last.index()].self;
}

Flow::Lock Flow::new_locks(event::LockId last) {
  HEDDLE_CHECK(last.exists(), "a lock operation has a lock");
  while (locks_.size() <= last.index()) locks_.push_back({next_carrier(), next_carrier()});
  return locks_[last.index()];
}

CarrierId Flow::atomic(std::uint64_t address) {
  if (const auto known = atomics_.find(address); known != atomics_.end()) return known->second;
  const CarrierId carrier = next_carrier();
  atomics_.emplace(address, carrier);
  atomic_addresses_.insert(address);
  return carrier;
}

CarrierId Flow::message(event::MessageId id) {
  while (messages_.size() <= id.index()) messages_.push_back(next_carrier());
  return messages_[id.index()];
}

void Flow::acquire(CarrierId thread, event::LockId id) {
  const Lock known = lock(id);
  join(thread, known.exclusive);
  join(thread, known.shared);
}

void Flow::release(CarrierId thread, event::LockId id) {
  const Lock known = lock(id);
  copy(known.exclusive, thread, true);
  clear(known.shared);
}

void Flow::load(const event::Event& event, CarrierId location) {
  const Thread& known = threads_[event.thread.index()];
  join(event::acquires(event.order) ? known.self : known.acquire_fence, location);
}

void Flow::clear_atomics(event::Variable range) {
  auto next = atomic_addresses_.lower_bound(range.address);
  for (; next != atomic_addresses_.end() && *next - range.address < range.size; ++next)
    clear(atomics_.at(*next));
}

CarrierId Flow::slot_carrier(event::BarrierId barrier, std::uint32_t slot) {
  std::vector<CarrierId>& slots = slots_[barrier.index()];
  while (slots.size() <= slot) slots.push_back(next_carrier());
  return slots[slot];
}

Flow::Barrier& Flow::barrier_state(event::BarrierId id) {
  if (barriers_.size() <= id.index()) {
    barriers_.resize(id.index() + 1);
    slots_.resize(id.index() + 1);
  }
  return barriers_[id.index()];
}

namespace {

// Rounds that nobody can leave any more: closed, everyone gone.
template <class Barrier>
void forget_finished_rounds(Barrier& barrier) {
  std::erase_if(barrier.rounds,
                [&](const auto& round) { return round.pending == 0 && round.number < barrier.open; });
}

template <class Barrier>
auto round_numbered(Barrier& barrier, std::uint64_t number) {
  return std::find_if(barrier.rounds.begin(), barrier.rounds.end(),
                      [&](const auto& round) { return round.number == number; });
}

template <class Barrier>
auto arrival_of(Barrier& barrier, event::ThreadId thread) {
  return std::find_if(barrier.inside.begin(), barrier.inside.end(),
                      [&](const auto& arrival) { return arrival.first == thread; });
}

}  // namespace

void Flow::arrive(event::ThreadId id, event::BarrierId barrier_id) {
  Barrier& barrier = barrier_state(barrier_id);
  if (const auto earlier = arrival_of(barrier, id); earlier != barrier.inside.end()) {
    --round_numbered(barrier, earlier->second)->pending;  // arrived without ever leaving
    barrier.inside.erase(earlier);
  }
  forget_finished_rounds(barrier);
  auto round = round_numbered(barrier, barrier.open);
  const bool first = round == barrier.rounds.end();
  if (first) {
    std::uint32_t slot = 0;
    const auto taken = [&](const Round& other) { return other.slot == slot; };
    while (std::any_of(barrier.rounds.begin(), barrier.rounds.end(), taken)) ++slot;
    round = barrier.rounds.insert(barrier.rounds.end(), {.number = barrier.open, .slot = slot});
  }
  ++round->pending;
  barrier.inside.emplace_back(id, barrier.open);
  const CarrierId carrier = slot_carrier(barrier_id, round->slot);
  if (first)
    copy(carrier, thread(id), true);
  else
    join(carrier, thread(id), true);
}

void Flow::leave(event::ThreadId id, event::BarrierId barrier_id) {
  Barrier& barrier = barrier_state(barrier_id);
  const auto arrival = arrival_of(barrier, id);
  if (arrival == barrier.inside.end()) return;  // no execution does that
  const auto round = round_numbered(barrier, arrival->second);
  --round->pending;
  barrier.inside.erase(arrival);
  join(thread(id), slot_carrier(barrier_id, round->slot));
  if (round->number == barrier.open) ++barrier.open;
  forget_finished_rounds(barrier);
}

}  // namespace heddle::order
