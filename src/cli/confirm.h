// SPDX-License-Identifier: Apache-2.0
// Predictions tried on the program itself: `heddle predict --confirm` and `heddle run --predict`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/limits.h"
#include "cli/verb.h"
#include "compile/build.h"
#include "event/event.h"
#include "event/names.h"
#include "finding/finding.h"

namespace heddle::cli {

struct ConfirmOptions {
  compile::Source source;  // a source file or a program
  std::vector<std::string> arguments;
  std::string save = "heddle-finding.json";  // "none": findings are not saved
  double search_seconds = 10;                // for all schedules, if the predicted ones show nothing
  bool output_aside = false;                 // standard output is the report's
};
void add_confirm_options(CLI::App& app, ConfirmOptions& options);

// Replaces each prediction in `report` that happens by what happened, tells of the others why not, and puts those last. If
// none happens, all schedules of the program are tried, as far as the time goes: what none of them shows is gone.
base::Result<void> confirm_predictions(const ConfirmOptions& options, const std::string& program,
                                       std::span<const event::Event> events, const event::Names& names,
                                       Limits& limits, finding::Report& report);

// The same for what a run left in a trace; added to what it found itself.
base::Result<void> predict_from_run(const ConfirmOptions& options, const std::string& program,
                                    const std::string& trace, finding::Report& report);

}  // namespace heddle::cli
