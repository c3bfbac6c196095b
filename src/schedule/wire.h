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

// Of the results and the saved findings: changes when an old reader would misunderstand them.
inline constexpr int kRecordVersion = 1;

struct Header {
  static constexpr std::uint64_t kMagic = 0x3230687369776468;
  std::uint64_t magic = kMagic;
  std::uint64_t wishes_bytes = sizeof(Wishes);
  std::uint64_t decisions = 0;  // Decision each
  std::uint64_t racy = 0;       // std::uint64_t each
  std::uint64_t kept = 0;       // KeptRace each
  std::uint64_t steps = 0;      // PlannedStep each
  std::uint64_t threads = 0;    // PlannedThread each; 0: there is no plan
  std::uint64_t stacks = 0;     // KnownStack each, by key
  bool replays = false;         // the schedule, even if it is empty, instead of a search
};

// How far a check is, and the wish to stop.
struct SharedProgress {
  volatile std::uint64_t executions;
  volatile double done;
  volatile bool stop;
  volatile std::uint64_t scenario;   // of a test of linearizability: which is explored
  volatile std::uint64_t scenarios;  // of how many; 0: it is no such test
};

}  // namespace heddle::schedule
