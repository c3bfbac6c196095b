// SPDX-License-Identifier: Apache-2.0
// What to run or check, and how it is compiled: the same on every command that takes a program.
#pragma once

#include <string>
#include <vector>

#include "cli/verb.h"
#include "compile/build.h"

namespace heddle::cli {

// The program with its arguments.
void add_program(CLI::App& app, compile::Source& source, std::vector<std::string>& arguments);
// --compiler, --flag and --compile-commands; and the sources behind the first.
void add_compiler_options(CLI::App& app, compile::Source& source);

// --trust: code that was not compiled for heddle, and is right all the same.
void add_suppressions_option(CLI::App& app, std::string& file);
void add_trust_option(CLI::App& app, std::vector<std::string>& patterns);

}  // namespace heddle::cli
