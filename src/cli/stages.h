// SPDX-License-Identifier: Apache-2.0
// --checkpoint FILE and --resume FILE of what looks at the states of a poset, one process or the ranks of a job: all that
// is left is written now and then, and another run goes on with it (states/spread.h).
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cluster/job.h"
#include "states/spread.h"

namespace heddle::cli {

struct StageOptions {
  std::string checkpoint, resume;
  double checkpoint_seconds = 120;

  bool is_used() const { return !checkpoint.empty() || !resume.empty(); }
  const char* name() const { return checkpoint.empty() ? "--resume" : "--checkpoint"; }
};
void add_stage_options(CLI::App& app, StageOptions& options);
void set_stages(const StageOptions& options, states::SpreadOptions& spread);

// The job whose rank this is, or one with this process as its only rank.
base::Result<cluster::Job*> job_or_alone();

}  // namespace heddle::cli
