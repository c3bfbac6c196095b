// SPDX-License-Identifier: Apache-2.0
#include "compile/bitcode.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "compile/compiler.h"
#include "compile/include_directory.h"

namespace heddle::compile {

using base::ErrorCode;
using base::failure;

bool is_bitcode(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return ending == ".bc" || ending == ".ll";
}

base::Result<void> to_bitcode(const std::string& file, const std::filesystem::path& output,
                              const BitcodeOptions& options, const base::ScratchDirectory& scratch) {
  std::vector<std::string> command = {options.compiler};
  if (language_of(file) == Language::cpp) {  // clang-19 → clang++-19
    const auto dash = command[0].rfind("clang");
    if (dash != std::string::npos) command[0].insert(dash + 5, "++");
  }
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  command.insert(command.end(), {"-c", "-emit-llvm", "-g"});
  // After the caller's own, so that those come first.
  if (const std::string include = include_directory(); !include.empty()) command.push_back("-I" + include);
  command.insert(command.end(), {"-o", output.string(), file});
  const auto messages = scratch / "messages";
  const auto status = execute(command, messages.string());
  if (!status)
    return failure(
        ErrorCode::not_found,
        fmt::format("the compiler `{}` does not start; Debian's package clang-19 has it", command[0]));
  if (*status == 0) return {};
  std::ostringstream said;
  said << std::ifstream(messages).rdbuf();
  std::string message = said.str();
  while (!message.empty() && message.back() == '\n') message.pop_back();
  return failure(ErrorCode::malformed,
                 fmt::format("does not compile:\n{}", message.empty() ? "no message" : message), file);
}

}  // namespace heddle::compile
