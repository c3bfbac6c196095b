// SPDX-License-Identifier: Apache-2.0
// The states of a poset looked at by all ranks of a job (cluster/sharing.h). Each begins with every so many-th of
// ParaMount's intervals (para_mount.h); a rank that has none left is given half of those of another. An interval that is estimated as too large
// is divided before it is enumerated, by whoever has it: so there is something to give as long as there is much to do.
// Intervals are disjoint and cover every state, whatever is divided or given: each state is looked at once, by one rank.
//
// A checkpoint is made between intervals: each worker ends the one that it is at, and then results and intervals of all
// ranks are written (rest.h). So what is in it is in it once, and whoever goes on comes to the same sum.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cluster/job.h"
#include "states/interval.h"

namespace heddle::states {

struct SpreadOptions {
  unsigned workers = 1;
  double grain = 1'000'000;                  // intervals estimated above it are divided
  std::function<bool()> stop;                // asked now and then: a limit or Ctrl-C
  std::function<std::uint64_t()> done;       // states, by this rank
  std::function<void(std::uint64_t)> shown;  // rank 0: by all
  std::string checkpoint;                    // a file; then `enumerate` ends what it has begun. Empty: none
  double checkpoint_seconds = 120;
  std::string resume;          // a file; empty: from the beginning
  std::uint64_t question = 0;  // what is asked about the states: a checkpoint is of the same
};
struct Spread {
  bool is_whole = false;             // every interval was enumerated
  std::vector<std::string> results;  // of each rank, and of those that a checkpoint is of
  cluster::Traffic traffic;          // of all ranks
  double idle_seconds = 0;           // likewise
};
// `enumerate` is called from several threads at once, each time with another interval. False: nothing more is to be
// looked at, by any rank. `result` is what this rank found; the answer is the same for all ranks.
base::Result<Spread> spread(cluster::Job& job, const Poset& poset, const SpreadOptions& options,
                            const std::function<bool(const Interval&)>& enumerate,
                            const std::function<std::string()>& result);

}  // namespace heddle::states
