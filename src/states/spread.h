// SPDX-License-Identifier: Apache-2.0
// The states of a poset looked at by all ranks of a job (cluster/sharing.h). Each begins with every so many-th of
// ParaMount's intervals (para_mount.h); a rank that has none left is given half of those of another. An interval that is estimated as too large
// is divided before it is enumerated, by whoever has it: so there is something to give as long as there is much to do.
// Intervals are disjoint and cover every state, whatever is divided or given: each state is looked at once, by one rank.
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
};
struct Spread {
  bool is_whole = false;             // every interval was enumerated
  std::vector<std::string> results;  // of each rank
};
// `enumerate` is called from several threads at once, each time with another interval. False: nothing more is to be
// looked at, by any rank. `result` is what this rank found; the answer is the same for all ranks.
base::Result<Spread> spread(cluster::Job& job, const Poset& poset, const SpreadOptions& options,
                            const std::function<bool(const Interval&)>& enumerate,
                            const std::function<std::string()>& result);

}  // namespace heddle::states
