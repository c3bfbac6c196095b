// SPDX-License-Identifier: Apache-2.0
// What passes between `heddle check` or `heddle replay` and the process under control. They meet in a directory that
// the environment names:
//   wishes    written before the process starts: Header, Wishes, the schedule to replay, the words that race, the races
//             that are no failures, and what is to be followed instead of a schedule (plan.h)
//   progress  SharedProgress, in memory that both map
//   results   one line of JSON for each check, appended when it is done (explore/native/result.cpp writes it,
//             runtime/host/check_record.cpp reads it)
// The structures are written as they lie in memory: both sides are built together, and the header tells if not.
#pragma once

#include "schedule/plan.h"
#include "schedule/scheduler.h"
#include "schedule/wishes.h"

namespace heddle::schedule {

inline constexpr char kDirectoryVariable[] = "HEDDLE_CHECK_DIRECTORY";
inline constexpr char kWishesFile[] = "wishes";
inline constexpr char kProgressFile[] = "progress";
inline constexpr char kResultsFile[] = "results";
inline constexpr char kCommandFile[] = "command";  // checkpoint_command.h

// Of the results and the saved findings: changes when an old reader would misunderstand them.
inline constexpr int kRecordVersion = 1;
inline constexpr std::size_t kMostWorkers = 64;  // processes that search beside each other

struct Header {
  static constexpr std::uint64_t kMagic = 0x3330687369776468;
  std::uint64_t magic = kMagic;
  std::uint64_t wishes_bytes = sizeof(Wishes);
  std::uint64_t decisions = 0;  // Decision each
  std::uint64_t racy = 0;       // std::uint64_t each
  std::uint64_t watched = 0;    // std::uint64_t each
  std::uint64_t kept = 0;       // KeptRace each
  std::uint64_t steps = 0;      // PlannedStep each
  std::uint64_t threads = 0;    // PlannedThread each; 0: there is no plan
  std::uint64_t stacks = 0;     // KnownStack each, by key
  std::uint64_t paths = 0;      // std::uint64_t each: who the threads of the schedule are (Shared::paths)
  bool replays = false;         // the schedule, even if it is empty, instead of a search
};

// A check that several ranks do together: what passes between the process under control, which searches, and the heddle
// that speaks with the other ranks (runtime/host/shared_check.h). Each number counts up; who sees that the other side is
// ahead does what is asked for, and follows. What goes with it is in a file of the directory, named after the number:
//   given.N    a part of the search for another rank; empty: there is nothing to spare
//   brought.N  one of another rank
//   saved.N    all that is left here
//   said.N     at the end of the N-th round, what was learnt here; heard.N: by all ranks
struct Exchange {
  bool is_used;
  std::uint32_t rank;  // 0 begins each round
  std::uint32_t wanted, given;
  std::uint32_t brought, taken;
  std::uint32_t saves, saved;
  std::uint32_t concluded;  // this round, from 1, is over
  std::uint32_t said, heard;
  std::uint32_t began;  // the round that is searched
  bool is_old;          // rank 0: a check before that of the checkpoint which is resumed
  bool rests;           // there is nothing to do until something is brought, or the round is over
  // With `heard`: what was asked for or brought until then belongs to a round that is over.
  std::uint32_t past_wanted, past_brought, past_saves;

  // Both sides may be told a number by the other only this way: what was written before it is there then.
  template <class T>
  static T look(const T& number) {
    return __atomic_load_n(&number, __ATOMIC_ACQUIRE);
  }
  template <class T>
  static void tell(T& number, T value) {
    __atomic_store_n(&number, value, __ATOMIC_RELEASE);
  }
};

// How far a check is, and the wish to stop.
struct SharedProgress {
  volatile std::uint64_t executions;
  volatile double done;
  volatile bool stop;
  volatile std::uint64_t scenario;   // of a test of linearizability: which is explored
  volatile std::uint64_t scenarios;  // of how many; 0: it is no such test
  Exchange exchange;
};

}  // namespace heddle::schedule
