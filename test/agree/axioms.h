// SPDX-License-Identifier: Apache-2.0
// The memory models as relations over all pairs of events, as the papers print them; and all executions of a
// small program that they allow, by brute force. The oracle of the exploration of graphs: shares no code with it.
#pragma once

#include <set>
#include <string>

#include "random/weak_program.h"

namespace heddle::axioms {

struct Executions {
  std::set<std::string> complete;  // each as text: what every event is, reads and where a write stands in co
  bool deadlock = false;
  bool too_many = false;
};
Executions enumerate(const weak::Program& program, const std::string& model, std::size_t limit);

}  // namespace heddle::axioms
