// SPDX-License-Identifier: Apache-2.0
// Executes scripts of synchronisation calls for real, one step after the other.
//
// A step is over when everything is quiet: each thread with a call under way has returned from it, or sleeps in
// it as the kernel says (between the order to call and the return nothing else makes it sleep), or has ended.
// A spin lock's waiting thread never sleeps: it counts as waiting when it has used processor time after all
// the others were quiet.
//
// Threads that still wait at a script's end stay behind, with the objects: run scripts in a process that ends.
#pragma once

#include <memory>

#include "agree/sync_script.h"

namespace heddle::sync_script {

class Libc {
 public:
  Libc();
  ~Libc();
  Libc(const Libc&) = delete;
  Libc& operator=(const Libc&) = delete;
  Seen perform(const Step& step);

 private:
  struct Stage;
  Stage* stage_;  // left behind with threads that wait
};

}  // namespace heddle::sync_script
