// SPDX-License-Identifier: Apache-2.0
// What `heddle check` or `heddle replay` wants of this process, read once from the directory that the environment
// names (schedule/wire.h). Stays as it is while the process lives.
#pragma once

#include <span>

#include "schedule/wire.h"

namespace heddle::explore {

struct Given {
  bool exists = false;  // false: a test that runs by itself
  schedule::Wishes wishes;
  bool replays = false;
  std::span<const schedule::Decision> decisions;     // to replay
  std::span<const std::uint64_t> racy;               // with it: words whose plain accesses are steps of it
  std::span<const std::uint64_t> watched;            // and words whose plain accesses are told, too
  std::span<const schedule::KeptRace> kept;          // races that are no failures
  std::span<const schedule::PlannedStep> plan;       // to follow
  std::span<const schedule::PlannedThread> planned;  // whose it is; none: there is no plan
  std::span<const schedule::KnownStack> stacks;
  std::span<const std::uint64_t> paths;  // who the threads of `decisions` are
  char directory[4096] = "";             // where both sides meet
  char results[4096] = "";               // the file for results
  schedule::SharedProgress* progress = nullptr;
};
const Given& given();

}  // namespace heddle::explore
