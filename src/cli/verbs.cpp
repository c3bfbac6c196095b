// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "cli/verb.h"

namespace heddle::cli {

std::span<const Verb> verbs() {
  static const std::vector<Verb> table = {
      {"prove", "prove a stack or queue right for any number of threads", add_prove},
      {"races", "find every variable that raced in a recorded execution", add_races},
      {"trace", "look at trace files, convert and generate them", add_trace},
  };
  return table;
}

}  // namespace heddle::cli
