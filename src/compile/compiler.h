// SPDX-License-Identifier: Apache-2.0
// The compiler's own command with instrumentation added: what `heddle cc` and `heddle c++` execute.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::compile {

enum class Language { c, cpp };

// By the ending of its name: a C or C++ source file.
bool is_source(const std::string& file);
Language language_of(const std::string& file);

// The real compiler: `given`, or $HEDDLE_CC / $HEDDLE_CXX, or cc / c++; with launchers and flags, if it was named so
// ("ccache g++").
std::string real_compiler(Language language, const std::string& given);
bool is_installed(const std::string& command);  // on the PATH
bool is_clang(const std::string& compiler);     // one word

// Among the arguments: every access is told, also those that `heddle run` needs no word of (clang/checks.h).
inline constexpr char kUnreduced[] = "--unreduced";
// Instruments what is compiled and links `directory`'s runtime instead of the sanitizer's.
std::vector<std::string> instrumented_command(const std::string& named, const std::vector<std::string>& given,
                                              const std::string& directory);

// Runs it and waits; the exit status, or an error if it cannot be started. What it says on standard error goes to the
// file `messages`, if one is named. It works in `directory`, or here.
base::Result<int> execute(const std::vector<std::string>& command, const std::string& messages = "",
                          const std::string& directory = "");

}  // namespace heddle::compile
