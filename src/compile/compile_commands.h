// SPDX-License-Identifier: Apache-2.0
// compile_commands.json (https://clang.llvm.org/docs/JSONCompilationDatabase.html): how a build compiles each file.
// CMake, Meson, Bazel and Bear write it.
//
// It does not say which objects make a program. CMake's and Meson's names of objects do: those of the target
// `queue_test` lie in a directory queue_test.dir or queue_test.p. All other files become an archive from which the
// linker takes what is missing. Libraries from elsewhere are read from CMake's link.txt or build.ninja where there is
// one; else the user names them (-lgtest).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/scratch_directory.h"
#include "compile/build.h"

namespace heddle::compile {

struct CompileCommand {
  std::string directory, file;
  std::vector<std::string> arguments;  // without the compiler, the file and the output
  std::string compiler;
  std::string output;  // empty: not said
  std::string target;  // by the name of the output; empty: not known
};

// `given`: the file or its directory. An error says what is wrong where.
base::Result<std::vector<CompileCommand>> read_compile_commands(const std::string& given);

// The commands that make up `name`, a target or a source file; an error lists what there is.
base::Result<std::vector<CompileCommand>> commands_of(const std::string& name,
                                                      const std::vector<CompileCommand>& all);

// What CMake links the target with that is not of the project itself, such as /usr/lib/x86_64-linux-gnu/libgtest.a.
std::vector<std::string> libraries_of(const std::string& target, const std::string& build_directory);

base::Result<std::string> build_as_recorded(const Source& source, const std::string& runtime_directory,
                                            const base::ScratchDirectory& to);

}  // namespace heddle::compile
