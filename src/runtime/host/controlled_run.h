// SPDX-License-Identifier: Apache-2.0
// Runs a program under control, for `heddle check` and `heddle replay`: builds it if it is a source file, starts it with
// the library that takes control, tells it what is wished (schedule/wire.h), and reads what came of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "compile/build.h"
#include "runtime/host/check_record.h"
#include "schedule/wire.h"

namespace heddle::runtime::host {

struct ControlledRun {
  compile::Source source;  // a source file or a program
  std::vector<std::string> arguments;
  schedule::Wishes wishes;
  bool replays = false;  // this schedule, instead of a search
  std::vector<schedule::Decision> schedule;
  std::vector<std::uint64_t> racy;
  // Called now and then with how far it is: executions, and the share of the search in [0, 1], negative if unknown.
  // True: stop.
  std::function<bool(std::uint64_t executions, double done)> watch;
};

struct ControlledResult {
  std::vector<CheckRecord> checks;  // of each check of the run, at least one; just one for a whole program
  std::shared_ptr<void> built;      // keeps the program that was built for it: its debug information
};
base::Result<ControlledResult> run_controlled(const ControlledRun& run);

}  // namespace heddle::runtime::host
