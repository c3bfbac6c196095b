// SPDX-License-Identifier: Apache-2.0
// A schedule on which every read sees the write that it saw in the recording: what makes a prediction
// certain.
//
// The closure (closure.h) finds such a schedule if the recorded order of the events has one. In general both
// sections and accesses may have to change places, and the question is NP-complete (Mathur, Pavlogiannis and
// Viswanathan, "The complexity of dynamic data race prediction", 2020). So it goes to the SAT solver
// (states/reach_sat.cpp), over the loset in which reads follow their writes; what is left to say is that no
// other write comes between:
//   for a read r of what w wrote, and another write v of the same memory: r before v, or v before w
//   for a wake that a notify ended: some notify of that condition comes after its wait and before it
//   for a try that failed: another thread is inside a section of the lock
// There are too many of these to write them all down. The solver gets those that its runs break.
//
// It looks at a window from a lock-free state below; what comes before happens as recorded, but for tries that
// failed where the recording shows the lock free (who held it had just let go, or was about to say so): the
// window begins before the first of them. A yes is exact. A no within the window says nothing about larger ones: the
// window grows up to the whole recording, whose no is exact, or up to the bounds, and then the answer is unknown.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "predict/meeting.h"
#include "predict/schedule.h"

namespace heddle::predict {

class SameReads {
 public:
  SameReads(const Recording& recording, const Referee& referee)
      : recording_(&recording), referee_(&referee) {}

  // Distinct threads, before these events.
  Meeting meet(std::span<const Standing> next, const states::ReachLimits& limits);
  // All threads where this state says.
  Meeting reach(const State& state, const states::ReachLimits& limits);

 private:
  class Reads;
  struct Section {
    Index acquire = 0, release = order::kNever;
    bool shared = false;
  };
  void index();
  void find_unheld_tries();
  static bool excludes(const Section& section, const Event& tried);
  bool taken(const Event& tried, const State& state) const;
  State before_unheld_tries(State state) const;
  Meeting meet(const order::Loset& loset, const states::Goal& goal, const states::ReachLimits& limits);
  State earlier(const State& from, const State& limit) const;

  const Recording* recording_;
  const Referee* referee_;
  bool indexed_ = false;                                                 // when first needed:
  std::vector<std::vector<Position>> writes_;                            // by memory part
  std::map<event::LockId, std::vector<std::vector<Section>>> sections_;  // of locks tried in vain, by thread
  State unheld_;  // by thread: its first try that fails though nobody holds the lock
};

}  // namespace heddle::predict
