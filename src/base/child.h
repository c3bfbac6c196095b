// SPDX-License-Identifier: Apache-2.0
// Processes that end with the one that started them, however that ends: also where it is killed, which nobody can catch.
#pragma once

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

namespace heddle::base {

// In a child, at once; `parent` is what getpid() was before the fork.
inline void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // it ended before the child could say so
}

// fork(2); the kernel takes the thread that calls it for the parent, so it has to wait for the child.
inline pid_t fork_child() {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) end_with(parent);
  return child;
}

}  // namespace heddle::base
