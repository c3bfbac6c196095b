// SPDX-License-Identifier: Apache-2.0
// C and C++ source → LLVM bitcode, by the clang that matches the LLVM this is built with. What the code is compiled
// for is the caller's to say; here are the command, where <heddle/…> is found, and what the compiler had to say.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/scratch_directory.h"

namespace heddle::compile {

inline constexpr char kClang[] = "clang-19";

bool is_bitcode(const std::string& file);

struct BitcodeOptions {
  std::string compiler = kClang;  // for C; its "++" is taken from the same place
  std::vector<std::string> arguments;
};
// The compiler's own messages are part of the error. `scratch` is for files on the way.
base::Result<void> to_bitcode(const std::string& file, const std::filesystem::path& output,
                              const BitcodeOptions& options, const base::ScratchDirectory& scratch);

}  // namespace heddle::compile
