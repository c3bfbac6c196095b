// SPDX-License-Identifier: Apache-2.0
// heddle check --engine machine: all states of a program compiled to LLVM bitcode.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "base/result.h"
#include "compile/build.h"
#include "finding/finding.h"
#include "schedule/wishes.h"

namespace heddle::cli {

// Which words its options take: to be called once they are there.
void check_machine_words(CLI::App& app);

struct PropertyOptions;  // check_property.h

struct MachineAnswer {
  finding::Report report;
  std::vector<std::string> schedules;  // of each finding, as the native engine replays it
};
// Compiles and searches, with the other ranks if this process is one of several: rank 0 then has the answer of all.
// Files that do not compile are an Error.
base::Result<MachineAnswer> check_machine(const compile::Source& source, const schedule::Wishes& wishes,
                                          const PropertyOptions& property);

}  // namespace heddle::cli
