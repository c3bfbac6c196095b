// SPDX-License-Identifier: Apache-2.0
// `mpirun -n 64 heddle …`: this process as one of the ranks. A verb that is shared out joins the job; the others are done
// by rank 0 alone. Rank 0 speaks for all.
#pragma once

#include <string_view>

#include "base/result.h"
#include "cluster/job.h"

namespace heddle::cli {

bool is_rank();        // of a job
bool is_other_rank();  // than rank 0

// The job; it is joined when first asked for. Only where is_rank().
base::Result<cluster::Job*> job();
// For a verb, or a way to do it, that is not shared out. False: this rank has nothing to do.
bool is_done_here(std::string_view what);

// Since all ranks were there: what they did before (to start, to find each other) is not their work.
double seconds_together();

// For works of threads: as many of the machine's cores as there are for each rank on it, if none were asked for.
unsigned workers_of_rank(unsigned asked);

// What is wrong is told once, however many ranks there are.
void tell_error(std::string_view who, std::string_view error);

// At the end of main: the status this process ends with. `error`: what went wrong, empty if nothing did.
int leave_job(int status, const std::string& error);

}  // namespace heddle::cli
