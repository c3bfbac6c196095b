// SPDX-License-Identifier: Apache-2.0
// Can some threads stand before given events at the same time, in some schedule of the recorded steps? Two
// accesses that can are a race; acquires that can, each wanting what the next holds, are a deadlock.
//
// Three ways, cheapest first; each yields a schedule.
//   followed   The least set of events that contains what the given ones need (reads after the writes they
//              saw included) and, of two sections of a lock in it, the recorded-earlier one to its end. If it
//              does not contain the given events themselves, its recorded order is a schedule on which every
//              read sees what it saw: certain. (The closure of Mathur, Pavlogiannis and Viswanathan, "Optimal
//              prediction of synchronization-preserving races", 2021.) O(threads² · locks held) a round.
//   recorded   The same without reads. It succeeds whenever happens-before leaves the events unordered.
//   reordered  Sections may come in another order than recorded: reach() of the pinned positions from the
//              greatest lock-free feasible state below them. Exact within its bounds.
// A no is exact: no schedule of the recorded steps does it. `unknown` means that the bounds were met.
#pragma once

#include <span>
#include <vector>

#include "predict/recording.h"
#include "predict/schedule.h"
#include "states/reachable.h"

namespace heddle::predict {

enum class Way : std::uint8_t { none, followed, recorded, reordered };
std::string_view name(Way way);

// A thread stands before an event. Ready: all that must come before the event itself has happened; a thread
// that waits there for another one is not.
struct Standing : EventAt {
  bool ready = true;
  // The last event that has certainly happened, its own needs included.
  Index known() const { return ready ? index : index - 1; }
};

struct Meeting {
  states::Answer answer = states::Answer::no;
  Way way = Way::none;
  State end;                       // followed, recorded: where its recorded order leads
  State from;                      // reordered: the reset point, and
  std::vector<std::uint32_t> run;  // the steps from there
};

class Meetings {
 public:
  Meetings(const Recording& recording, states::ReachLimits limits)
      : recording_(&recording), limits_(limits) {}

  // Distinct threads, before these events. Without `reorder` only the two closures are tried, and their
  // failure is `unknown`.
  Meeting meet(std::span<const Standing> next, bool reorder = true);
  // Another lock order, every read after the write it saw: more likely to be certain than what meet() found.
  Meeting meet_after_writes(std::span<const Standing> next) const;

  // The schedule, with at least its last `steps` spelled out.
  Schedule schedule(const Meeting& meeting, std::size_t steps) const;

 private:
  void reorder(const order::Loset& loset, std::span<const Standing> next, Meeting& meeting) const;
  bool close(const order::Loset& loset, std::span<const Standing> next, State& state) const;

  const Recording* recording_;
  states::ReachLimits limits_;
};

}  // namespace heddle::predict
