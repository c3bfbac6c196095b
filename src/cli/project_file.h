// SPDX-License-Identifier: Apache-2.0
// .heddle.toml: what a project always asks for. It is looked for in the working directory and upwards; the command line
// wins. $HEDDLE_PROJECT names another file, or `none`.
//
//   compiler = "clang++-19"           an option of a command, for each command that has it
//   flags = ["-Iinclude"]             more of the compiler, before those of the command line
//   suppressions = "heddle.supp"      files are found from where this file is
//   trusted = ["third_party/*", "libfoo.so"]
//   memory-model = "rc11"
//   [limits]
//   seconds = 60                      --limit-seconds
//   [check]
//   preemptions = 2                   for one command
#pragma once

#include <map>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "base/result.h"

namespace heddle::cli {

// The file that counts here; empty: none.
std::string project_file();

struct ProjectWords {
  std::vector<std::string> words;
  std::map<std::string, std::string> places;  // of options that are the file's, with dashes: file and line
};
// The words of a command line with those of the project file behind the verb. `words` are sorted (arguments.h). An error
// has the file, the line and what was expected.
base::Result<ProjectWords> with_project(std::vector<std::string> words, const CLI::App& app,
                                        const std::string& file);

}  // namespace heddle::cli
