// SPDX-License-Identifier: Apache-2.0
// An independent check of the front end, on the program at hand: it is compiled as it would be used, and run with
// threads that make calls in a random order of steps (<heddle/prove_beside.h>); the translated program then follows it
// value by value (follow.h). A proof is about the translated program, and worth nothing where the two disagree.
#pragma once

#include <string>

#include "prove/beside/trace.h"
#include "prove/front/frontend.h"

namespace heddle::prove {

struct RecordOptions {
  bool is_collected = false;  // cells that are freed are not used again
  int calls = 100;            // of each of the three threads
  unsigned seed = 1;
};

struct Recorded {
  NativeTrace trace;
  std::string obstacle;  // why there is no trace; empty: there is one
  std::string failure;  // what the compiled program does that no translated one can; what else it did is lost
};

Recorded record(const std::string& file, const Compilation& compilation, const NativeLayout& layout,
                const RecordOptions& how);

}  // namespace heddle::prove
