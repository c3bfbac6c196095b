// SPDX-License-Identifier: Apache-2.0
// heddle check --property: one property, as the software-verification competition has it, and its witness.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "base/result.h"
#include "cli/check_machine.h"

namespace heddle::program {
enum class FatalCalls : std::uint8_t;  // machine.h
}
namespace heddle::cli {

struct PropertyOptions {
  std::string property;  // empty: all that the machine looks for
  std::string witness;   // the file
};
void add_property_options(CLI::App& app, PropertyOptions& options);

// What the compiler is told besides, and what the machine takes as wrong.
std::vector<std::string> flags_for(const PropertyOptions& options);
program::FatalCalls fatal_calls_for(const PropertyOptions& options);
// Findings of other properties are left out, with a doubt where something behind them was not looked at; and the
// answer is a note. The witness is written.
base::Result<void> judge_property(const PropertyOptions& options, bool stopped_at_first,
                                  MachineAnswer& answer);

}  // namespace heddle::cli
