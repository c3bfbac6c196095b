// SPDX-License-Identifier: Apache-2.0
// C and C++ source → LLVM bitcode, by the clang that matches the LLVM this is built with.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "program/program.h"

namespace heddle::program {

struct CompileOptions {
  std::string compiler = "clang-19";   // its "++" is taken from the same place
  std::vector<std::string> arguments;  // given on to it: -D, -I, -std …
  std::string include_directory;       // where <heddle/…> is found; empty: the default
  std::string function = "main";       // where the program starts
};

// One or more of .c, .cc, .cpp, .cxx, .C, .bc, .ll; several are linked. The compiler's own messages are part
// of the error.
base::Result<Program> load(const std::vector<std::string>& files, const CompileOptions& options = {});
// From text, for tests; `language` is "c" or "c++".
base::Result<Program> load_text(const std::string& text, const std::string& language,
                                const CompileOptions& options = {});

}  // namespace heddle::program
