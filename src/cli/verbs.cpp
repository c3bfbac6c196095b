// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "cli/verb.h"

namespace heddle::cli {

std::span<const Verb> verbs() {
  static const std::vector<Verb> table = {};
  return table;
}

}  // namespace heddle::cli
