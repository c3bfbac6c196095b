// SPDX-License-Identifier: Apache-2.0
// heddle check --engine machine: all states of a program compiled to LLVM bitcode.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "base/result.h"
#include "finding/finding.h"

namespace heddle::cli {

struct MachineCheck {
  std::vector<std::string> files;
  std::vector<std::string> compiler_arguments;
  std::string function = "main";
  std::string reduction = "transactions";
  std::string search = "depth-first";
  std::string heuristics = "WF,WW,ARA,AF";
  std::string races;  // empty: what is exact for the program
  std::string inference = "incremental";
  std::string condition_c = "bounded";
  bool no_deadlocks = false;
  bool no_symmetry = false;
  bool first = false;
  bool statistics = false;
  std::uint64_t limit_states = 0;
  std::uint64_t limit_memory = 0;
  double limit_time = 0;
  std::vector<std::int64_t> inputs;
};

// The options that only this engine has, in the verb's present group; names that other engines share are left
// to the verb.
void add_machine_options(CLI::App& app, MachineCheck& check);

struct MachineAnswer {
  finding::Report report;
  std::vector<std::string> schedules;  // of each finding, as the native engine replays it
};
// Compiles and searches. Files that do not compile are an Error.
base::Result<MachineAnswer> check_machine(const MachineCheck& check);

}  // namespace heddle::cli
