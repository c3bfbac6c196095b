// SPDX-License-Identifier: Apache-2.0
// Linearisation points where the user gave none, for the simple case: an input call takes effect in one of
// its steps that other threads can see; an output call in one of its steps that writes shared memory, with
// the data it returns; and if it returns EMPTY, in a step that reads a null pointer, the last one before it
// returns. All combinations are tried, most likely first, until one is proved: a wrong guess cannot be, so
// nothing is assumed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "prove/prover.h"

namespace heddle::prove {

bool has_linearization_points(const Program& program);

struct Inferred {
  Program program;                  // with the points
  Proof proof;                      // that they are right
  std::vector<std::string> points;  // in words
  int tried = 0;
};
std::optional<Inferred> infer_points(const Program& program, const Options& options);

}  // namespace heddle::prove
