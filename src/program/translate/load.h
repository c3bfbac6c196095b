// SPDX-License-Identifier: Apache-2.0
// C, C++ or bitcode files → Program: compiled (src/compile), linked with what they need of the C library
// (library.h), and translated.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "compile/bitcode.h"
#include "program/program.h"

namespace heddle::program {

struct CompileOptions {
  std::string compiler = compile::kClang;
  std::vector<std::string> arguments;  // given on to it: -D, -I, -std …
  std::string function = "main";       // where the program starts
};

// One or more of .c, .cc, .cpp, .cxx, .C, .bc, .ll; several are linked. The compiler's own messages are part
// of the error.
base::Result<Program> load(const std::vector<std::string>& files, const CompileOptions& options = {});
// From text, for tests; `language` is "c" or "c++".
base::Result<Program> load_text(const std::string& text, const std::string& language,
                                const CompileOptions& options = {});

}  // namespace heddle::program
