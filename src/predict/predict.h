// SPDX-License-Identifier: Apache-2.0
// heddle predict, without its command line: what other schedules of a recording show, as a report.
#pragma once

#include <functional>
#include <span>

#include "base/result.h"
#include "finding/finding.h"
#include "predict/prediction.h"
#include "predict/when.h"

namespace heddle::predict {

struct PredictOptions {
  bool races = true;
  bool deadlocks = true;
  std::optional<WhenQuestion> when;  // a predicate over marks; its time is that of the limits
  PredictionLimits limits;
  // Where candidates are shared out: called once, with what this share has found and counted. It leaves what all shares
  // have together, or, where somebody else tells of it, anything.
  struct Shares {
    std::vector<finding::Finding>& findings;
    PredictionCounts &races, &deadlocks;
  };
  std::function<base::Result<void>(Shares)> put_together;
};

// Findings, doubts and statistics; why it was stopped is the caller's to say. Fails on a trace whose locks are
// misused.
base::Result<finding::Report> predict(std::span<const Event> events, const event::Names& names,
                                      const PredictOptions& options);

// A schedule as a finding's witness.
finding::Witness witness_of(const Recording& recording, const Schedule& schedule);
// Which read sees something else on the schedule, if any.
void note_other_read(const Recording& recording, std::optional<Position> read, std::optional<Position> write,
                     finding::Finding& finding);
}  // namespace heddle::predict
