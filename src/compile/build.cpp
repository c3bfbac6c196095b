// SPDX-License-Identifier: Apache-2.0
#include "compile/build.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "compile/compiler.h"

namespace heddle::compile {

using base::ErrorCode;
using base::failure;

base::Result<std::string> build(const Source& source, const std::string& runtime_directory,
                                const base::ScratchDirectory& to) {
  if (!std::filesystem::exists(source.file))
    return failure(ErrorCode::not_found, "there is no such file", source.file);
  const Language language = language_of(source.file);
  const std::string compiler = real_compiler(language, source.compiler);
  const std::string result = (to / std::filesystem::path(source.file).stem().string()).string();
  std::vector<std::string> arguments = source.flags;
  if (arguments.empty()) arguments = {"-O1"};
  const auto has_standard = [](const std::string& flag) { return flag.starts_with("-std="); };
  if (language == Language::cpp && std::none_of(arguments.begin(), arguments.end(), has_standard))
    arguments.emplace_back("-std=c++20");
  arguments.insert(arguments.end(), {source.file, "-o", result, "-pthread"});
  const auto status = execute(instrumented_command(compiler, arguments, runtime_directory));
  if (!status) return failure(status.error());
  if (*status != 0)
    return failure(ErrorCode::malformed, fmt::format("{} could not compile it", compiler), source.file);
  return result;
}

}  // namespace heddle::compile
