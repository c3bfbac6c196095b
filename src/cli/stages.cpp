// SPDX-License-Identifier: Apache-2.0
#include "cli/stages.h"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "cli/limits.h"
#include "cli/ranks.h"
#include "cli/shards.h"
#include "cli/written_files.h"

namespace heddle::cli {

void add_stage_options(CLI::App& app, StageOptions& options) {
  app.add_option("--checkpoint", options.checkpoint,
                 "write all that is left to this file now and then, and when a limit or Ctrl-C stops it")
      ->check(writable_file())
      ->check(can_be_replaced());
  app.add_option("--checkpoint-seconds", options.checkpoint_seconds, "between two of them")
      ->check(seconds_between())
      ->capture_default_str();
  app.add_option("--resume", options.resume, "go on with what a --checkpoint of the same trace left")
      ->check(CLI::ExistingFile);
}

void set_stages(const StageOptions& options, states::SpreadOptions& spread) {
  spread.checkpoint = options.checkpoint;
  spread.checkpoint_seconds = options.checkpoint_seconds;
  spread.resume = options.resume;
}

base::Result<cluster::Job*> job_or_alone() {
  if (is_rank()) return job();
  static const std::unique_ptr<cluster::Job> alone = cluster::Job::alone();
  return alone.get();
}

}  // namespace heddle::cli
