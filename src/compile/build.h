// SPDX-License-Identifier: Apache-2.0
// One source file → a program that `heddle run` can watch and `heddle check` can take over.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/scratch_directory.h"

namespace heddle::compile {

struct Source {
  std::string file;
  std::string compiler;            // empty: as real_compiler() chooses
  std::vector<std::string> flags;  // empty: -O1
};

// The program's path, in `to`. The compiler's own messages go to standard error.
base::Result<std::string> build(const Source& source, const std::string& runtime_directory,
                                const base::ScratchDirectory& to);

}  // namespace heddle::compile
