// SPDX-License-Identifier: Apache-2.0
// The events of one execution and the happens-before of partial-order reduction: program order, fork, join,
// wake-ups, and the order of conflicting operations (same object, not both reads). Two executions with the
// same events and the same happens-before are equivalent: they end in the same state.
//
// Each event has a vector clock. An object's operations form a chain from the last one backwards, so
// taking back the last event costs as much as adding it. A *race* is a pair (e, e′) of different
// threads' events that conflict, where nothing else orders them, and e′ could have been performed without e:
// reversing it gives another class. A lock that follows an unlock could not; it races with the lock before.
#pragma once

#include <cstdint>

#include "base/fours.h"
#include "explore/arena.h"
#include "explore/search.h"

namespace heddle::explore {

using Index = std::uint32_t;  // of an event in the execution
inline constexpr Index kNone = ~Index{0};

struct Performed {
  Operation operation;
  Index previous[Operation::kAccesses] = {};    // the event before on the same object
  Index last_write[Operation::kAccesses] = {};  // the last one that wrote it
  Thread thread = 0;
  Index position = 0;  // 1-based, among its thread's events
  std::uint32_t outcome = 0;
  std::uint32_t outcomes = 1;
  bool is_taken_back = false;  // it orders nothing, and nothing orders it but program order
  Index first_race = 0;        // its races: a range of those with it as second event
  Index races = 0;
};

class Dependence {
 public:
  explicit Dependence(Arena& arena)
      : events_(arena), clocks_(arena), before_(arena), threads_(arena), objects_(arena), races_(arena) {}

  std::size_t size() const { return events_.size(); }
  const Performed& operator[](std::size_t i) const { return events_[i]; }
  Performed& operator[](std::size_t i) { return events_[i]; }

  void assign(const Dependence& other);
  // A new execution that will repeat the first `kept` events.
  void restart(std::size_t kept);
  // The next kept event was repeated.
  void repeat(Index event);
  void push(Thread thread, const Operation& operation, std::uint32_t outcome, std::uint32_t outcomes);
  void order(Thread earlier, Thread later);
  // What each thread knows in the midst of the execution, and that again.
  std::span<const Index> knowledge() const { return {threads_.begin(), threads_.size()}; }
  std::size_t width() const { return stride_; }
  void know(std::span<const Index> knowledge);
  // The last event is none; but what raced with it still does.
  void take_back();

  // Does the event happen before, or equal, the other?
  bool ordered(Index earlier, Index later) const {
    return clock(later)[events_[earlier].thread] >= events_[earlier].position;
  }
  // As ordered, but by program order, fork, join and wake-ups alone for the later one's last step.
  bool ordered_before_its_thread(Index earlier, Index later) const {
    return before(later)[events_[earlier].thread] >= events_[earlier].position;
  }
  bool ordered_before_thread(Index earlier, Thread thread) const {
    return thread < threads_.size() / stride_ &&
           threads_[thread * stride_ + events_[earlier].thread] >= events_[earlier].position;
  }
  std::span<const Index> races(Index event) const {
    return {races_.begin() + events_[event].first_race, events_[event].races};
  }
  // The races of an operation that a thread could not perform, at the end.
  void races_of_blocked(Thread thread, const Operation& operation, Array<Index>& result);

 private:
  const Index* clock(Index event) const { return clocks_.begin() + std::size_t{event} * stride_; }
  const Index* before(Index event) const { return before_.begin() + std::size_t{event} * stride_; }
  void widen(Thread thread) {
    if (thread >= stride_ || threads_.size() <= thread * stride_) make_room_for(thread);
  }
  void make_room_for(Thread thread);
  void unlink(const Performed& event);  // the last one on each of its objects
  void join(Index* into, const Index* from) const { base::join_fours(into, from, stride_); }
  void copy(Index* into, const Index* from) const { base::copy_fours(into, from, stride_); }
  template <class Found>
  void scan(Thread thread, const Operation& operation, const Index* before, bool is_blocked,
            Found found) const;
  const Performed* first_after(Index event, std::uint32_t object) const;
  bool possible_without(Index event, const Operation& operation, bool is_blocked) const;
  bool is_beyond_another(Index event, const Operation& operation, std::size_t which, bool is_blocked) const;
  Index last_on(std::uint32_t object) const { return object < objects_.size() ? objects_[object] : kNone; }
  static std::size_t slot_of(const Performed& event, std::uint32_t object) {
    std::size_t slot = 0;
    while (event.operation.accesses[slot].object != object) ++slot;
    return slot;
  }

  Array<Performed> events_;
  Array<Index> clocks_;   // of each event, itself included
  Array<Index> before_;   // of each event's thread, just before it
  Array<Index> threads_;  // of each thread, now
  Array<Index> objects_;  // the last event on each object
  Array<Index> races_;
  std::size_t stride_ = 4;  // a multiple of four
};

}  // namespace heddle::explore
