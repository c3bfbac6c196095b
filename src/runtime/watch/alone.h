// SPDX-License-Identifier: Apache-2.0
// A program built by `heddle c++ --sample`: it watches a sample of its accesses (sample.h) whenever it runs, without
// `heddle run`.
//
// Such a program finds this library as …/sample/libheddle_runtime.so: that is how it is known. It makes its own channel, in
// memory. If there may be something to tell when it ends, a finding or locks that were taken while others were held, it starts
// `heddle`, which stands beside the library, leaves it the channel, and waits until the findings are in their file.
// Environment:
//   HEDDLE_SAMPLE    the share, "1%" if there is none; 0: nothing is watched
//   HEDDLE_FINDINGS  the file; %p in it is the process
// Not told: what was found by a program that is killed, or leaves by _exit.
#pragma once

#include "runtime/watch/channel.h"

namespace heddle::runtime {

Channel* start_alone();  // nullptr: it is not such a program, or nothing is to be watched
void tell_findings();    // once, and of such a program only

}  // namespace heddle::runtime
