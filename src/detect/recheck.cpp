// SPDX-License-Identifier: Apache-2.0
#include "detect/recheck.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::detect {
namespace {

using event::Event;
using event::MemoryOrder;
using event::Operation;

std::vector<Recheck::Claim> claims_of(std::span<const finding::Finding> findings) {
  std::vector<Recheck::Claim> claims;
  for (const finding::Finding& finding : findings)
    if (finding.kind == finding::Kind::data_race && finding.steps.size() == 2 && finding.steps[0].event &&
        finding.steps[1].event)
      claims.push_back({*finding.steps[0].event, *finding.steps[1].event});
  return claims;
}

// insert or erase
template <class Set, class Value>
void assign(Set& set, const Value& value, bool present) {
  if (present)
    set.insert(value);
  else
    set.erase(value);
}

bool within(std::uint64_t address, event::Variable range) { return address - range.address < range.size; }

}  // namespace

Recheck::Recheck(std::span<const finding::Finding> findings, Discipline discipline)
    : Recheck(claims_of(findings), discipline) {}

Recheck::Recheck(std::vector<Claim> claims, Discipline discipline)
    : claims_(std::move(claims)), discipline_(discipline), settled_(claims_.size()) {
  std::sort(claims_.begin(), claims_.end(), [](const Claim& a, const Claim& b) { return a.first < b.first; });
}

void Recheck::on(event::Position first, std::span<const Event> events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    const event::Position position = first + i;
    const std::uint64_t round = round_of(event);
    for (Open& open : open_) learn(event, round, open.heard);
    std::erase_if(open_, [&](const Open& open) {
      if (claims_[open.claim].second != position) return false;
      close(open, event);
      return true;
    });
    if (event.operation == Operation::alloc)
      for (Open& open : open_) open.fresh.push_back(event.variable());
    for (; next_ < claims_.size() && claims_[next_].first == position; ++next_) {
      open_.push_back({.claim = next_, .first = event});
      open_.back().heard.threads.insert(event.thread);
    }
    for (Open& open : open_) publish(event, round, open.heard);
  }
}

// The number of the round an arrive or leave belongs to; a leave nobody arrived for belongs to none.
std::uint64_t Recheck::round_of(const Event& event) {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  if (event.operation != Operation::arrive && event.operation != Operation::leave) return kNone;
  Barrier& barrier = barriers_[event.barrier()];
  if (event.operation == Operation::arrive) return barrier.inside[event.thread] = barrier.round;
  const auto arrived = barrier.inside.find(event.thread);
  if (arrived == barrier.inside.end()) return kNone;
  const std::uint64_t round = arrived->second;
  barrier.inside.erase(arrived);
  if (round == barrier.round) ++barrier.round;
  return round;
}

// What the event's thread hears at the event.
void Recheck::learn(const Event& event, std::uint64_t round, Heard& heard) {
  bool hears = false;
  switch (event.operation) {
    case Operation::acquire:
      hears = heard.released.contains(event.lock()) || heard.released_shared.contains(event.lock());
      break;
    case Operation::acquire_shared:
      hears = heard.released.contains(event.lock());
      break;
    case Operation::wake:
      hears = event.lock().exists() &&
              (heard.released.contains(event.lock()) || heard.released_shared.contains(event.lock()));
      break;
    case Operation::atomic_load:
    case Operation::atomic_rmw:
      if (!heard.atomics.contains(event.target)) break;
      hears = event::acquires(event.order);
      if (!hears) heard.acquire_fences.insert(event.thread);
      break;
    case Operation::fence:
      hears = event::acquires(event.order) && heard.acquire_fences.contains(event.thread);
      break;
    case Operation::join:
      hears = heard.threads.contains(event.other());
      break;
    case Operation::leave:
      hears = heard.rounds.contains({event.barrier(), round});
      break;
    case Operation::receive:
      hears = heard.messages.contains(event.message());
      break;
    default:
      break;  // nobody tells it anything
  }
  if (hears) heard.threads.insert(event.thread);
}

// Whom the event's thread tells, or silences, at the event.
void Recheck::publish(const Event& event, std::uint64_t round, Heard& heard) {
  const bool knows = heard.threads.contains(event.thread);
  const bool fenced = heard.release_fences.contains(event.thread);
  const bool tells = event::releases(event.order) ? knows : fenced;  // by an atomic write
  const auto release = [&](event::LockId lock) {
    assign(heard.released, lock, knows);
    heard.released_shared.erase(lock);
  };
  switch (event.operation) {
    case Operation::release:
      release(event.lock());
      break;
    case Operation::release_shared:
      if (knows) heard.released_shared.insert(event.lock());
      break;
    case Operation::wait:
      if (event.lock().exists()) release(event.lock());
      break;
    case Operation::atomic_store:
      if (event.order != MemoryOrder::java_volatile)
        assign(heard.atomics, event.target, tells);
      else if (knows)
        heard.atomics.insert(event.target);
      break;
    case Operation::atomic_rmw:
      if (tells) heard.atomics.insert(event.target);
      break;
    case Operation::fence:
      if (event::releases(event.order)) assign(heard.release_fences, event.thread, knows);
      break;
    case Operation::fork:
      if (knows) heard.threads.insert(event.other());
      break;
    case Operation::arrive:
      if (knows) heard.rounds.insert({event.barrier(), round});
      break;
    case Operation::send:
      if (knows) heard.messages.insert(event.message());
      break;
    case Operation::alloc:
    case Operation::free:
      std::erase_if(heard.atomics, [&](std::uint64_t address) { return within(address, event.variable()); });
      break;
    default:
      break;  // tells nobody
  }
}

void Recheck::close(const Open& open, const Event& second) {
  settled_[open.claim] = true;
  const Event& first = open.first;
  if (!event::is_access(first.operation) || !event::is_access(second.operation))
    return refute(open.claim, "not both are accesses");
  if (first.thread == second.thread) return refute(open.claim, "both are by one thread");
  const bool conflict = discipline_ == Discipline::exclusive
                            ? !(event::is_atomic(first.operation) && event::is_atomic(second.operation))
                            : event::conflict(first.operation, second.operation);
  if (!conflict) return refute(open.claim, "they do not conflict");
  if (!first.variable().overlaps(second.variable())) return refute(open.claim, "they have no byte in common");
  const std::uint64_t begin = std::max(first.target, second.target);
  const std::uint64_t end = std::min(first.target + first.extent, second.target + second.extent);
  std::uint64_t stale = begin;  // the first common byte not allocated anew in between
  for (bool moved = true; moved && stale < end;) {
    moved = false;
    for (const event::Variable& range : open.fresh) {
      if (!within(stale, range)) continue;
      stale = range.address + range.size;
      moved = true;
    }
  }
  if (stale >= end) return refute(open.claim, "their common bytes were allocated anew in between");
  if (open.heard.threads.contains(second.thread)) refute(open.claim, "the first happens before the second");
}

void Recheck::refute(std::size_t claim, const std::string& why) {
  wrong_.push_back(
      fmt::format("events {} and {} are no race: {}", claims_[claim].first, claims_[claim].second, why));
}

std::vector<std::string> Recheck::refuted() const {
  std::vector<std::string> wrong = wrong_;
  for (std::size_t i = 0; i < claims_.size(); ++i)
    if (!settled_[i])
      wrong.push_back(fmt::format("events {} and {} are no race: they are not in the trace in this order",
                                  claims_[i].first, claims_[i].second));
  return wrong;
}

}  // namespace heddle::detect
