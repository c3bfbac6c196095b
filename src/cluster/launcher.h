// SPDX-License-Identifier: Apache-2.0
// Who started this process as a rank: mpirun, or the daemon that stands for it on another machine. When that is gone, the
// job is over, whatever MPI still believes, and the user may already have begun the next one with the same files: a rank
// ends within some tenths of a second then, and its processes with it.
#pragma once

#include <string>

namespace heddle::cluster {

// From now on. Does nothing where no launcher is known among the ancestors of this process.
void end_with_launcher();
bool is_launcher_gone();

// Of a job that is over nothing is written or removed any more. False: it is over, or there was no such file.
bool remove_checkpoint(const std::string& path);

}  // namespace heddle::cluster
