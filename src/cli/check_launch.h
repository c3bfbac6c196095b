// SPDX-License-Identifier: Apache-2.0
// Runs a program under control, for `heddle check` and `heddle replay`: builds it if it is a source file,
// starts it with the library that takes control, shows progress, and reads what came of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace heddle::cli {

struct ControlledProgram {
  std::string program;  // a source file or a program
  std::vector<std::string> arguments;
  std::string compiler;
  std::vector<std::string> flags;
};

struct ControlledRun {
  ControlledProgram program;
  std::vector<std::pair<std::string, std::string>> wishes;  // as explore/native/entry.cpp reads them
  bool debugger = false;                                    // under gdb
};

struct ControlledResult {
  std::vector<nlohmann::json> checks;  // what each check of the run found; one for a whole program
  std::shared_ptr<void> built;         // keeps the program that was built for it: its debug information
};
base::Result<ControlledResult> run_controlled(const ControlledRun& run);

}  // namespace heddle::cli
