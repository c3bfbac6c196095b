// SPDX-License-Identifier: Apache-2.0
// Which sequences of events an execution can produce. A trace that breaks a rule is bad input: a recorder
// lost or reordered events, or someone mistyped; whatever an analysis said about it would mean nothing.
//
//   threads   A thread that is never forked just runs. One that is forked does nothing before its fork, and
//             is forked once, by another. begin comes first if it comes; nothing comes after end or after a
//             join. Only what exists is joined, and not while it waits. Several threads may join one.
//   locks     One exclusive holder or any number of shared ones, each once (re-entrant locks show their
//             outermost level only); only a holder releases. A thread may end with locks held.
//   waiting   wait gives up its lock, if it has one, which its thread holds; then the thread does nothing
//             until wake of the same condition and lock, which takes the lock again. Waking needs no notify:
//             there are time-outs.
//   barriers  leave follows an arrive of the same thread. Between them a thread may act, and it may arrive
//             again.
//   messages  receive follows a send of its message. A message may be received by many.
//
// Every rule is local in time, so the first event that breaks one is the one named; the one exception, an
// event before its fork, is named at the fork. What is not checked: that values read were written, that
// memory is allocated when accessed (these are findings of analyses), and that a barrier's arrivals are
// complete (its size is not known).
//
// An event that needs only its thread costs a look into one table of bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "event/event.h"
#include "event/names.h"

namespace heddle::trace {

// Operations that any thread able to act can do at any time.
constexpr bool is_always_possible(event::Operation operation) {
  using event::Operation;
  switch (operation) {
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
    case Operation::try_failed:
    case Operation::try_failed_shared:
      return true;
    case Operation::acquire:
    case Operation::release:
    case Operation::acquire_shared:
    case Operation::release_shared:
    case Operation::wait:
    case Operation::wake:
    case Operation::fork:
    case Operation::join:
    case Operation::begin:
    case Operation::end:
    case Operation::arrive:
    case Operation::leave:
    case Operation::send:
    case Operation::receive:
      return false;
  }
  return false;
}

// Not thread-safe. Memory grows with threads, locks and messages, not with events.
class ExecutionRules {
 public:
  // `names` outlives the rules; it serves the messages only.
  explicit ExecutionRules(const event::Names& names) : names_(names) {}

  // Nothing if `event` can follow those accepted so far; it is now one of them. Else what is wrong with it,
  // and it is not.
  std::optional<std::string> broken_by(const event::Event& event) {
    return is_plain(event) ? std::nullopt : examine(event);
  }
  // Accepts events up to the first that needs a closer look, and says how many these are: nearly all of a
  // trace is accesses, and acquires and releases of locks nobody fights for.
  std::size_t accept_common(std::span<const event::Event> events) {
    // Piece by piece: first which events are more than what a thread that can act can always do, then these.
    // Which of the two an event is cannot be foreseen, so that nothing branches on it.
    constexpr std::size_t kPiece = 64;
    std::array<std::uint32_t, kPiece> others;
    for (std::size_t begin = 0; begin < events.size(); begin += kPiece) {
      const auto piece = events.subspan(begin, std::min(kPiece, events.size() - begin));
      std::size_t count = 0;
      for (std::size_t i = 0; i < piece.size(); ++i) {
        others[count] = static_cast<std::uint32_t>(i);
        count += static_cast<std::size_t>(!is_plain(piece[i]));
      }
      for (std::size_t i = 0; i < count; ++i)
        if (!changes_lock(piece[others[i]])) return begin + others[i];
    }
    return events.size();
  }

 private:
  enum class Phase : std::uint8_t { unseen, forked, running, ended, joined };
  enum class Hold : std::uint8_t { none, exclusive, shared };
  struct Thread {
    Phase phase = Phase::unseen;
    bool was_forked = false;
    bool begun = false;
    bool waiting = false;
    Hold waiting_hold = Hold::none;  // how it held the lock it gave up
    event::ConditionId condition;
    event::LockId lock;
    std::vector<event::BarrierId> arrived;
  };
  struct Lock {
    event::ThreadId owner;
    std::vector<event::ThreadId> sharers;
  };

  // An exclusive acquire of a lock that is free, or release by its holder, which can act; else nothing is
  // done.
  bool changes_lock(const event::Event& event) {
    using event::Operation;
    const bool acquires = event.operation == Operation::acquire;
    if (!acquires && event.operation != Operation::release) return false;
    if (event.target >= locks_.size() || possible_to(event.thread) == 0) return false;
    // The owner before and after, by arithmetic: which of the two it is cannot be foreseen.
    Lock& lock = locks_[event.target];
    const std::uint32_t none = event::ThreadId().number(), thread = event.thread.number();
    const std::uint32_t change = (none ^ thread) & (0U - static_cast<std::uint32_t>(acquires));
    if (lock.owner.number() != (thread ^ change) || !lock.sharers.empty()) return false;
    lock.owner = event::ThreadId(none ^ change);
    return true;
  }

  static constexpr std::uint64_t plain_operations() {
    static_assert(event::kOperations <= 64);
    std::uint64_t set = 0;
    for (std::size_t i = 0; i < event::kOperations; ++i)
      if (is_always_possible(static_cast<event::Operation>(i))) set |= std::uint64_t{1} << i;
    return set;
  }
  std::uint64_t possible_to(event::ThreadId thread) const {
    return thread.index() < possible_.size() ? possible_[thread.index()] : 0;
  }
  bool is_plain(const event::Event& event) const {
    return (possible_to(event.thread) >> static_cast<int>(event.operation) & 1) != 0;
  }

  std::optional<std::string> examine(const event::Event& event);
  std::optional<std::string> why_unable(const event::Event& event) const;
  std::optional<std::string> perform(const event::Event& event);
  std::optional<std::string> acquire(const event::Event& event, Hold hold);
  std::optional<std::string> release(const event::Event& event, Hold hold);
  std::optional<std::string> wait(const event::Event& event);
  std::optional<std::string> wake(const event::Event& event);
  std::optional<std::string> fork(const event::Event& event);
  std::optional<std::string> join(const event::Event& event);
  std::optional<std::string> taken_from(event::LockId id, event::ThreadId thread, Hold hold) const;
  Hold hold_of(event::LockId id, event::ThreadId thread) const;
  void take(event::LockId id, event::ThreadId thread, Hold hold);
  void give_up(event::LockId id, event::ThreadId thread);

  Thread& thread(event::ThreadId id);
  Lock& lock(event::LockId id);
  std::string name(event::ThreadId id) const { return names_.threads[id]; }
  std::string name(event::LockId id) const { return "`" + names_.locks[id] + "`"; }
  std::string name(event::ConditionId id) const { return "`" + names_.conditions[id] + "`"; }

  const event::Names& names_;
  // By thread: what it can always do, as a set of operations; none unless it has begun, has not ended and
  // does not wait.
  std::vector<std::uint64_t> possible_;
  std::vector<Thread> threads_;
  std::vector<Lock> locks_;
  std::vector<bool> sent_;  // by message
};

}  // namespace heddle::trace
