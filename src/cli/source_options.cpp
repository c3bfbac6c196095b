// SPDX-License-Identifier: Apache-2.0
#include "cli/source_options.h"

#include <CLI/Option.hpp>

namespace heddle::cli {

void add_program(CLI::App& app, compile::Source& source, std::vector<std::string>& arguments,
                 const char* kinds) {
  app.add_option("program", source.file, kinds)->required();
  app.add_option("arguments", arguments, "arguments for the program, after --");
}

void add_compiler_options(CLI::App& app, compile::Source& source) {
  app.add_option("--compiler", source.compiler,
                 "compiler for a source file (default: $HEDDLE_CC, $HEDDLE_CXX, cc, c++)");
  app.add_option("--flag", source.flags,
                 "option for the compiler, e.g. --flag=-O2; may be repeated (default: -O1)")
      ->allow_extra_args(false);
}

}  // namespace heddle::cli
