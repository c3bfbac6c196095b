// SPDX-License-Identifier: Apache-2.0
// heddle detect --property: whether all schedules of the recorded events have it.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/limits.h"
#include "finding/finding.h"
#include "predict/computation.h"

namespace heddle::cli {

// It can be read, and is not too large.
base::Result<void> check_property(const std::string& text);

// If it does not hold, the finding goes to the report, and the run that shows it to `run_file`, if there is one.
base::Result<void> decide_property(const std::string& text, const predict::Computation& computation,
                                   const std::string& run_file, Limits& limits, finding::Report& report);

}  // namespace heddle::cli
