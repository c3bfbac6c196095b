// SPDX-License-Identifier: Apache-2.0
// A file with other content, whole or not at all: the one before stays if there is no room for it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::base {

inline Result<void> replace_file(const std::string& path, const std::vector<std::string>& parts) {
  const std::string written = path + ".part";
  std::ofstream stream(written, std::ios::binary);
  for (const std::string& part : parts) stream << part;
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(written, path, error);
  if (stream && !error) return {};
  std::error_code none;
  std::filesystem::remove(written, none);
  return failure(ErrorCode::io, "cannot be written", path);
}

}  // namespace heddle::base
