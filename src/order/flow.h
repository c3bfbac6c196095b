// SPDX-License-Identifier: Apache-2.0
// What each event orders: the one place that says so.
//
// Idea. Knowledge of the past flows between *carriers*: a thread knows what happened before its next event; a
// lock knows what its releases published; an atomic location knows what its current value publishes; a fence
// holds knowledge back until a later atomic access hands it on. An event is then a short list of steps
//   join(to, from)   `to` learns what `from` knows
//   copy(to, from)   `to` knows exactly what `from` knows
//   clear(to)        `to` knows nothing
// and "a happens before b" means: started from a alone, the knowledge of a has reached b's thread when b
// takes place. Every engine interprets the same steps in its own representation of "carrier c knows access
// a":
//   vector clocks   clock[to] ⊔= clock[from], clock[to] = clock[from], clock[to] = 0
//   Goldilocks      per access the set of carriers that know it: if from ∈ LS add to; copy: else remove to
//   summary h       per carrier the set of accesses it knows: h[to] ∪= h[from]; h[to] = h[from]; h[to] = ∅
//
// The rules (C11 with C++20's release sequences: only read-modify-writes continue one), t the acting thread,
// W(l) and R(l) what the exclusive and the shared releases of l published:
//   acquire l          join(t, W(l)), join(t, R(l))       acquire shared   join(t, W(l))
//   release l          copy(W(l), t), clear(R(l))         release shared   join(R(l), t)
//   load a             acquire: join(t, a); weaker: join(acquire fence of t, a)
//   store a            release: copy(a, t); weaker: copy(a, release fence of t); java_volatile: join(a, t)
//   read-modify-write  as a load, then release: join(a, t); weaker: join(a, release fence of t)
//   fence              acquire: join(t, acquire fence of t); then release: copy(release fence of t, t)
//   wait c, l          as a release of l                  wake c, l        as an acquire of l
//   notify c           nothing: whoever wakes may have woken for no reason, only the lock orders
//   fork u             join(u, t)                         join u           join(t, u)
//   arrive b           join(round, t)                     leave b          join(t, round)
//   send m             join(m, t)                         receive m        join(t, m)
//   alloc, free        clear(a) for every atomic in the bytes
// A thread only ever learns: no step copies to or clears a thread. So "thread u knows a" never ends.
//
// Rounds of a barrier. An arrival belongs to the open round. A leave belongs to the round of its thread's
// last arrival. The first leave of a round closes it. So a fast thread may arrive in the next round while a
// slow one has not left the last.
//
// Atomics are known by their first address: accesses of different sizes at one address are one location.
//
// Not thread-safe. Carriers are never forgotten.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/id.h"
#include "event/event.h"

namespace heddle::order {

using CarrierId = base::Id<struct CarrierTag>;

struct Step {
  enum class Kind : std::uint8_t { join, copy, clear };
  Kind kind = Kind::join;
  bool from_thread = false;  // `from` is a thread: what it does next is news to all that learned now
  CarrierId to;
  CarrierId from;  // none for clear
};

// Mixes: tables with power-of-two sizes need it, and keys that differ only in their high bits.
struct AddressHash {
  std::size_t operator()(std::uint64_t address) const { return base::mix(address); }
};

// The steps of one event, valid until the next one. `before` comes before the event's own access of memory
// (an atomic load synchronises before it reads), `after` after it.
struct Steps {
  std::span<const Step> before;
  std::span<const Step> after;
  bool empty() const { return before.empty() && after.empty(); }
};

class Flow {
 public:
  // Operations that order nothing, whatever came before.
  static constexpr bool orders(event::Operation operation) {
    using event::Operation;
    static_assert(event::kOperations <= 64);
    std::uint64_t nothing = 0;
    for (const Operation one :
         {Operation::read, Operation::write, Operation::mark, Operation::begin, Operation::end,
          Operation::notify, Operation::notify_all, Operation::try_failed, Operation::try_failed_shared})
      nothing |= std::uint64_t{1} << static_cast<unsigned>(one);
    return (nothing >> static_cast<unsigned>(operation) & 1) == 0;
  }
  Steps on(const event::Event& event) {
    if (!orders(event.operation)) return {};
    return translate(event);
  }

  CarrierId thread(event::ThreadId thread) {
    if (thread.index() < threads_.size()) [[likely]]
      return threads_[thread.index()].self;
    return new_threads(thread);
  }
  // What an acquire of the lock learns, and a release replaces by what its thread knows; and what an
  // exclusive acquire learns too, and an exclusive release clears: for those who do without the steps of
  // these two, the most frequent of all.
  struct Lock {
    CarrierId exclusive, shared;
  };
  Lock lock(event::LockId id) {
    if (id.index() < locks_.size()) [[likely]]
      return locks_[id.index()];
    return new_locks(id);
  }
  std::size_t threads() const { return threads_.size(); }
  // All ids below this number are in use.
  std::size_t carriers() const { return carriers_; }

 private:
  struct Thread {
    CarrierId self, release_fence, acquire_fence;
  };
  struct Round {
    std::uint64_t number = 0;
    std::uint32_t slot = 0;     // its carrier is slots[slot]
    std::uint32_t pending = 0;  // threads that arrived and have not left
  };
  struct Barrier {
    std::uint64_t open = 0;                                         // number of the open round
    std::vector<Round> rounds;                                      // those anyone can still leave, ascending
    std::vector<std::pair<event::ThreadId, std::uint64_t>> inside;  // arrived, not left, in which round
  };
  Steps translate(const event::Event& event);
  CarrierId new_threads(event::ThreadId last);
  Lock new_locks(event::LockId last);
  CarrierId atomic(std::uint64_t address);
  CarrierId message(event::MessageId id);
  CarrierId next_carrier() { return CarrierId(carriers_++); }

  void join(CarrierId to, CarrierId from, bool from_thread = false) {
    steps_.push_back({Step::Kind::join, from_thread, to, from});
  }
  void copy(CarrierId to, CarrierId from, bool from_thread = false) {
    steps_.push_back({Step::Kind::copy, from_thread, to, from});
  }
  void clear(CarrierId to) { steps_.push_back({Step::Kind::clear, false, to, CarrierId()}); }
  void acquire(CarrierId thread, event::LockId id);
  void release(CarrierId thread, event::LockId id);
  void load(const event::Event& event, CarrierId location);
  void clear_atomics(event::Variable range);
  void arrive(event::ThreadId id, event::BarrierId barrier);
  void leave(event::ThreadId id, event::BarrierId barrier);
  CarrierId slot_carrier(event::BarrierId barrier, std::uint32_t slot);
  Barrier& barrier_state(event::BarrierId id);

  std::size_t carriers_ = 0;
  std::vector<Thread> threads_;
  std::vector<Lock> locks_;
  std::vector<CarrierId> messages_;
  std::vector<Barrier> barriers_;
  std::vector<std::vector<CarrierId>> slots_;  // by barrier; slots of rounds are used again
  tsl::robin_map<std::uint64_t, CarrierId, AddressHash> atomics_;
  std::set<std::uint64_t> atomic_addresses_;  // the keys of atomics_, for ranges

  std::vector<Step> steps_;
  std::size_t before_ = 0;  // how many of steps_ come before the access
};

}  // namespace heddle::order
