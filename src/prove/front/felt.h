// SPDX-License-Identifier: Apache-2.0
// The steps of a program as other threads feel them.
//
// An effect is a step of a view that was taken, so whatever the thread alone decides has been decided: flags and
// ages had the right values, two pointers that it held were equal or not, the call may return. Left are the
// operations that change what others see, and what they read. Where addresses of freed cells are told apart, pointers
// that are found equal are left too: one of them may be good again by that, and what leads there (reclamation.h). Steps of different functions often come to the
// same then (everybody who moves the tail on), and have the same form.
#pragma once

#include <vector>

#include "prove/front/liveness.h"
#include "prove/front/program.h"

namespace heddle::prove {

struct Felt {
  Edge edge;
  Layout reads;               // the locals it reads, in the order in which it does
  int form = 0;               // equal if two steps do the same with their reads
  bool takes_effect = false;  // how far the call is matters too
};

// By edge.
std::vector<Felt> felt_steps(const Program& program, bool with_addresses);

}  // namespace heddle::prove
