// SPDX-License-Identifier: Apache-2.0
// One trace file through one detector: what `heddle races` and <heddle/races.h> do.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "detect/detectors.h"
#include "finding/finding.h"
#include "trace/trace.h"

namespace heddle::detect {

struct RaceSearch {
  std::string trace;  // file name
  trace::ReadOptions read;
  std::string engine = "epochs";
  Options options;
  // Called between batches with the events and the bytes done; false stops the search, which is then
  // inconclusive.
  std::function<bool(event::Position events, const trace::TraceReader& reader)> go_on;
};

// The report has the races in order of their second access, and the statistics events and threads.
// An Error is bad input: it cannot be read, or no execution can produce it.
base::Result<finding::Report> find_races(const RaceSearch& search);

// Reads the trace once more and checks every race of the report by independent code (recheck.h). A race that
// does not stand is a bug in heddle, and a broken invariant. Adds the statistic rechecked.
base::Result<void> recheck_races(const RaceSearch& search, finding::Report& report);

}  // namespace heddle::detect
