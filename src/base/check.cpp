// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

namespace heddle::base {

void broken_invariant(const char* condition, const char* why, const char* file, int line) {
  throw BrokenInvariant(std::string(file) + ":" + std::to_string(line) + ": " + why + " (" + condition + ")");
}

}  // namespace heddle::base
