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

class SharedCheck;

struct Watched {  // how far it has come
  std::uint64_t executions = 0;
  double done = -1;            // the share of the work, if it is known
  std::uint64_t scenario = 0;  // of a test of linearizability: which
  std::uint64_t scenarios = 0;
};

struct ControlledRun {
  compile::Source source;  // a source file or a program
  std::vector<std::string> arguments;
  bool output_aside = false;  // what it prints goes to standard error
  std::string output;         // or to this file, and what it prints as errors
  schedule::Wishes wishes;
  bool replays = false;  // this schedule, instead of a search
  std::vector<schedule::Decision> schedule;
  std::vector<std::uint64_t> racy, watched;
  std::vector<schedule::KeptRace> kept;  // races that are no failures
  // To be followed instead: what a recording's threads do, in another order.
  std::vector<schedule::PlannedStep> plan;
  std::vector<schedule::PlannedThread> planned;  // none: there is no plan
  std::vector<schedule::KnownStack> stacks;
  std::vector<std::uint64_t> paths;  // with a schedule: who its threads are
  bool debug_adapter = false;        // with wishes.debugger: speak the Debug Adapter Protocol
  // Likewise: the rows of the report, a line each, for src/runtime/host/gdb; told of the program once it is built.
  std::function<std::string(const std::string& program)> rows;
  SharedCheck* others = nullptr;  // other ranks, that do the same check
  std::string command;            // for its checkpoints (schedule/checkpoint_command.h)
  // Called now and then. True: stop.
  std::function<bool(const Watched&)> watch;
};

struct ControlledResult {
  std::vector<CheckRecord>
      checks;                   // of each check of the run; just one for a whole program; none: it made none
  int exit_status = 0;          // of the program that ran its checks
  std::shared_ptr<void> built;  // keeps the program that was built for it: its debug information
};
base::Result<ControlledResult> run_controlled(const ControlledRun& run);

}  // namespace heddle::runtime::host
