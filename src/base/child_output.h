// SPDX-License-Identifier: Apache-2.0
// What a command prints until it ends.
#pragma once

#include <string>
#include <vector>

namespace heddle::base {

struct ChildOutput {
  bool is_started = false;
  std::string text;
  int status = 0;  // as waitpid gives it
};

// The command is looked for on the PATH. with_errors: also what it prints as errors, which else go where ours do.
ChildOutput output_of(const std::vector<std::string>& command, bool with_errors);

}  // namespace heddle::base
