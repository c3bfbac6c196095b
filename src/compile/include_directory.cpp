// SPDX-License-Identifier: Apache-2.0
#include "compile/include_directory.h"

#include <filesystem>

namespace heddle::compile {

std::string include_directory() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto installed = self.parent_path().parent_path() / "include";
  for (const auto& directory : {installed, std::filesystem::path(HEDDLE_INCLUDE_DIRECTORY)})
    if (std::filesystem::exists(directory / "heddle/record.h", error)) return directory.string();
  return {};
}

}  // namespace heddle::compile
