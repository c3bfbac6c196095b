// SPDX-License-Identifier: Apache-2.0
// What other schedules of one recorded execution would show: its races (races.cpp) and deadlocks
// (deadlocks.cpp). Every prediction comes with a schedule that the referee has accepted.
//
// What a clean answer means: no schedule of the recorded steps has one, up to the counted `undecided` cases.
// A deadlock is a ring of threads, each of which waits for the next: for a lock that it holds, or for
// something it has yet to do (to end, to arrive at a barrier, to notify, to fork). What it may miss: steps
// that were not recorded (another branch, another input), and waiting for messages, semaphores and atomics:
// whether that is waiting at all a recording does not tell.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "predict/meeting.h"
#include "predict/recording.h"
#include "predict/schedule.h"

namespace heddle::predict {

struct Predicted {
  std::vector<Position>
      events;               // the two accesses; or where each thread of a ring is stopped by the next one
  std::vector<bool> waits;  // by event: for what the next thread has yet to do, not for a lock that it holds
  // Likewise, if that one waits for others in between: where each of them will wait for the one after it.
  std::vector<std::vector<Position>> links;
  bool if_nobody_else = false;  // a wait could be ended by another notify than the recorded one
  Schedule schedule;
  Way way = Way::none;
  std::optional<Position> other_read;  // none: the schedule is one that the program has
  std::optional<Position> other_write;

  bool certain() const { return !other_read && !if_nobody_else; }
};

struct PredictionLimits {
  states::ReachLimits reach = {.states = 2'000, .conflicts = 20'000, .stop = {}};  // and when to stop at all
  std::size_t findings = 100;          // of each kind; then the search for more stops
  std::size_t tries = 64;              // combinations of events tried in another lock order, for one pair of
                                       // groups or one ring
  std::size_t certain_tries = 16;      // likewise, for a schedule with the same reads, if one with others is
                                       // known; then it stays possible
  std::size_t ring_steps = 2'000'000;  // of the search for rings of acquires
  std::size_t closure_steps = 1'000'000;  // of the two closures, for all rings together,
  std::size_t certain_steps = 500'000;    // and how many of them may be spent to find certain ones
  // Candidates are shared out by what would be reported of them: this is one of so many shares. What all shares find
  // is what one alone finds, unless there are more than `findings`.
  std::uint32_t share = 0, shares = 1;
  bool is_shared(std::uint64_t key) const { return shares == 1 || base::mix(key) % shares == share; }
  std::size_t spelled_out = 64;  // last steps of a schedule, if the recording has more than ten times as many
};

inline std::size_t spelled_out(const Recording& recording, const PredictionLimits& limits) {
  const std::size_t all = recording.events().size();
  return all <= 10 * limits.spelled_out ? all : limits.spelled_out;
}

struct PredictionCounts {
  std::uint64_t groups = 0;  // of accesses, or of acquires, that nothing tells apart
  std::uint64_t candidates =
      0;                        // pairs of groups that conflict and hold no common lock; or rings of acquires
  std::uint64_t meetings = 0;   // combinations of events decided one by one
  std::uint64_t reordered = 0;  // that needed another lock order
  std::uint64_t undecided = 0;  // candidates not all of whose combinations were decided
  bool cut = false;             // a limit on findings or rings, or a stop, ended it early
};

std::vector<Predicted> predict_races(const Recording& recording, const Referee& referee,
                                     const PredictionLimits& limits, PredictionCounts* counts);
std::vector<Predicted> predict_deadlocks(const Recording& recording, const Referee& referee,
                                         const PredictionLimits& limits, PredictionCounts* counts);

// A meeting as a prediction that the referee has accepted.
using Objection = std::function<std::string(const Schedule&, Referee::Judgement*)>;
Predicted accepted(const Recording& recording, const PredictionLimits& limits, std::span<const Standing> next,
                   const Meeting& meeting, const Objection& objection);

// The locks held at a place, whoever and whenever: equal numbers, equal locks and modes.
class HeldSets {
 public:
  explicit HeldSets(const order::Loset& loset) : loset_(&loset), cached_(loset.threads(), {kNone, 0}) {}
  std::uint32_t at(std::size_t thread, Index position);
  // Nobody needs what the other has.
  bool compatible(std::uint32_t a, std::uint32_t b) const;
  struct Lock {
    event::LockId lock;
    bool shared = false;
    friend auto operator<=>(const Lock&, const Lock&) = default;
  };
  const std::vector<Lock>& locks(std::uint32_t set) const { return sets_[set]; }
  std::size_t size() const { return sets_.size(); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Hash {
    std::size_t operator()(const std::vector<Lock>& set) const {
      std::size_t hash = 0;
      for (const Lock& lock : set) hash = base::combine(hash, lock.lock.number() * 2U + lock.shared);
      return hash;
    }
  };
  const order::Loset* loset_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cached_;  // by thread: holding number, its set
  std::vector<std::vector<Lock>> sets_;
  tsl::robin_map<std::vector<Lock>, std::uint32_t, Hash> numbers_;
};

}  // namespace heddle::predict
