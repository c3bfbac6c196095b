// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "cli/verb.h"

namespace heddle::cli {

std::span<const Verb> verbs() {
  static const std::vector<Verb> table = {
      {"check", "run a program under every schedule that matters, and show one that fails", add_check},
      {"replay", "run a failing schedule again", add_replay},
      {"run", "run a program and report its data races, deadlocks and misuse of locks and memory", add_run},
      {"cc", "compile C with instrumentation, as cc does", add_cc},
      {"c++", "compile C++ with instrumentation, as c++ does", add_cpp},
      {"predict", "find races and deadlocks that another schedule of a recorded execution shows",
       add_predict},
      {"prove", "prove a stack or queue right for any number of threads", add_prove},
      {"races", "find every variable that raced in a recorded execution", add_races},
      {"states", "count or list every global state that a recorded execution implies", add_states},
      {"detect", "tell whether a condition could have held in any of those states", add_detect},
      {"trace", "look at trace files, convert and generate them", add_trace},
  };
  return table;
}

}  // namespace heddle::cli
