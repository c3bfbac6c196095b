// SPDX-License-Identifier: Apache-2.0
// A whole file, or why it cannot be had. A directory can be opened like a file, and only fails when it is read; a
// device may never end.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/result.h"

namespace heddle::base {

// A device has no end that it is read to, but for /dev/null.
inline bool is_endless(const std::string& path) {
  std::error_code none;
  const auto type = std::filesystem::status(path, none).type();
  return path != "/dev/null" &&
         (type == std::filesystem::file_type::character || type == std::filesystem::file_type::block);
}

inline Result<std::string> read_file(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none))
    return failure(ErrorCode::usage, "it is a directory; a file was expected", path);
  if (is_endless(path)) return failure(ErrorCode::usage, "it is a device; a file was expected", path);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return failure(ErrorCode::not_found, std::string("cannot open it: ") + std::strerror(errno), path);
  std::string text;
  char piece[1 << 14];
  while (file.read(piece, sizeof piece) || file.gcount() > 0)
    text.append(piece, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) return failure(ErrorCode::io, "cannot be read", path);
  return text;
}

}  // namespace heddle::base
