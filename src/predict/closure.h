// SPDX-License-Identifier: Apache-2.0
// Threads that stand before given events, locks taken as recorded: the cheap half of every prediction.
//
// Idea and paper. The closure of the given events is the least set of events that contains what comes before
// them and, of two sections of a lock in it, the recorded-earlier one to its end. If it does not contain the
// given events themselves, its recorded order is a schedule after which each of them is its thread's next.
// On the loset in which reads follow their writes every read on that schedule sees what it saw: this is the
// closure of Mathur, Pavlogiannis and Viswanathan, "Optimal prediction of synchronization-preserving races"
// (2021). On the loset without reads it finds whatever happens-before leaves unordered.
//
// The closure grows with the given events. So if it contains one of them, that one is of no use together with
// any later others: among lists of candidates, one list a thread, advancing past what is contained finds the
// first combination that can stand, or proves that there is none, in as many steps as there are candidates
// (for rings of locks: Tunç, Mathur, Pavlogiannis and Viswanathan, "Sound dynamic deadlock prediction in
// linear time", 2023). A step costs O(threads · sections open).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "predict/recording.h"

namespace heddle::predict {

// A thread stands before an event. Ready: all that must come before the event itself has happened; a thread
// that waits there for another one is not.
struct Standing : EventAt {
  bool ready = true;
  EventAt after =
      {};  // what must have happened even so: the fork of a thread that it joins; index 0: nothing
  // The last event of its own whose needs have happened.
  Index known() const { return ready ? index : index - 1; }
};

class Closure {
 public:
  // Of the recording's two losets one.
  Closure(const Recording& recording, const order::Loset& loset)
      : recording_(&recording), loset_(&loset), state_(loset.threads(), 0) {}

  enum class Grown : std::uint8_t { stands, contains, never };
  // Adds what these need. `never`: a section would have to end that does not, and that stays so.
  Grown grow(std::span<const Standing> next);
  void clear() { state_.assign(state_.size(), 0); }
  const State& state() const { return state_; }

 private:
  void take(std::size_t thread, Index index);
  bool must_end(std::size_t thread, const order::LockInterval& section) const;

  const Recording* recording_;
  const order::Loset* loset_;
  State state_;
};

// Candidates of one thread, in its order; all of them ready, or none.
struct Candidates {
  std::size_t thread = 0;
  std::span<const Index> events;
  bool ready = true;
  EventAt after = {};
  Standing standing(Index event) const { return {{thread, event}, ready, after}; }
};
// Which of the chosen events is of no use with the others, or later others, for another reason.
using OfNoUse = std::function<std::optional<std::size_t>(std::span<const Standing>)>;
// The first combination that can stand, one of each list; none if there is none. The closure is cleared
// first, and afterwards is that of the combination.
std::optional<std::vector<Standing>> first_standing(Closure& closure, std::span<const Candidates> lists,
                                                    base::StopCheck& stop, const OfNoUse& of_no_use = {});

}  // namespace heddle::predict
