// SPDX-License-Identifier: Apache-2.0
#include "cli/source_options.h"

#include <CLI/Option.hpp>

namespace heddle::cli {

void add_program(CLI::App& app, compile::Source& source, std::vector<std::string>& arguments) {
  app.add_option(
      "program", source.file,
      "a C or C++ source file, compiled with -O1 unless you give another level, or a program built with "
      "`heddle cc` or `heddle c++` or gcc -fsanitize=thread");
  app.add_option("arguments", arguments, "arguments for the program, after --");
}

void add_compiler_options(CLI::App& app, compile::Source& source) {
  app.add_option("--compiler", source.compiler,
                 "compiler for source files (default: $HEDDLE_CC, $HEDDLE_CXX, cc, c++)");
  app.add_option(
         "--flag", source.flags,
         "option for the compiler, e.g. --flag=-O2; the same as -O2 itself; may be repeated (default: -O1)")
      ->allow_extra_args(false);
  app.add_option(
      "--compile-commands", source.compile_commands,
      "build the program as this compile_commands.json, or the one in this directory, says; the program "
      "is then a target or a source file in it");
  app.add_option("--more-source", source.more)->allow_extra_args(false)->group("");  // cli/arguments.cpp
}

void add_suppressions_option(CLI::App& app, std::string& file) {
  app.add_option("--suppressions", file,
                 "file of findings to leave out, one rule a line: `KIND function:PATTERN`; KIND is a kind of "
                 "finding such as "
                 "data-race, or any; instead of function: also file:, library: or variable:; a PATTERN is "
                 "whole words of the name, * any text");
}

void add_trust_option(CLI::App& app, std::vector<std::string>& patterns) {
  app.add_option("--trust", patterns,
                 "code that was not compiled for heddle and need not be: a function, source file or library; "
                 "* is any "
                 "text; may be repeated")
      ->allow_extra_args(false);
}

}  // namespace heddle::cli
