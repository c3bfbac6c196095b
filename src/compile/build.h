// SPDX-License-Identifier: Apache-2.0
// Source files → a program that `heddle run` can watch and `heddle check` can take over.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/scratch_directory.h"

namespace heddle::compile {

struct Source {
  std::string file;                // a source file or a program; with compile_commands, the program's name
  std::string compiler;            // empty: as real_compiler() chooses
  std::vector<std::string> flags;  // empty: -O1
  std::vector<std::string> more;   // further sources, objects and archives of the same program
  std::string directory;           // where the compiler works; empty: here
  bool reduced = false;            // only checks that `heddle run` needs (clang/checks.h)
  std::string compile_commands;    // a compile_commands.json, which says how `file` is made; empty: none
};

// The program's path, in `to`. The compiler's own messages go to standard error.
base::Result<std::string> build(const Source& source, const std::string& runtime_directory,
                                const base::ScratchDirectory& to);

}  // namespace heddle::compile
