// SPDX-License-Identifier: Apache-2.0
// From the path that led to a failure to a finding with its witness: the path is executed once more from the
// first state, this time remembering what each step did.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "program/machine/machine.h"
#include "stateful/summary_state.h"

namespace heddle::stateful {

// A step of one thread.
struct Move {
  ThreadNumber thread = 0;
  std::uint32_t alternative = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

// What happened along a path.
struct History {
  std::vector<program::Effect> effects;
  std::map<program::ObjectNumber, std::uint32_t>
      made;  // blocks, and where the program's own code asked for them
  std::vector<finding::Slice> run;
  std::size_t steps = 0;
  // For the native engine (explore/replay.h): the thread of each operation that synchronises, in order of
  // creation, with the choice taken where there is one. What lies between them is each thread's own business,
  // or a data race, which that engine finds by itself.
  std::string schedule;
};

// Executes the moves from the first state; the machine is left in the last one, and knows names of its blocks. The last
// move may fail.
History replay(program::Machine& machine, const std::vector<std::uint32_t>& first_state,
               const std::vector<Move>& moves);

finding::Step step_of(const program::Machine& machine, const program::Effect& effect);
// Before its pending operation.
finding::Step step_before(const program::Machine& machine, ThreadNumber thread, const program::Pending& next);

finding::Finding finding_of(const program::Machine& machine, const program::Problem& problem,
                            const History& history);
finding::Finding deadlock_of(const program::Machine& machine, const std::vector<ThreadNumber>& threads,
                             const History& history);
// `second` stands before an access that conflicts with `access`, which `first` stands before or has just
// done.
finding::Finding adjacent_race_of(const program::Machine& machine, ThreadNumber first,
                                  const program::Pending& access, ThreadNumber second,
                                  const History& history);
finding::Finding summary_race_of(const program::Machine& machine, const SummaryRace& race,
                                 const History& history);

// Two pending accesses that race if both happen now.
finding::Finding livelock_of(const program::Machine& machine, const std::vector<ThreadNumber>& threads,
                             const History& history);
// Findings with the same one are told once.
std::string identity_of(const finding::Finding& finding);
bool conflict(const program::Pending& a, const program::Pending& b, bool reads_conflict = false);

}  // namespace heddle::stateful
