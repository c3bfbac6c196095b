// SPDX-License-Identifier: Apache-2.0
// Files of the system's libraries and of heddle's headers: frames in them say little where there are others.
#pragma once

#include <string>

namespace heddle::event {

inline bool is_system_file(const std::string& file) {
  return file.empty() || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") ||
         file.starts_with("../sysdeps/") || file.find("/include/heddle/") != std::string::npos ||
         file.find("/libstdc++-v3/") != std::string::npos;
}

}  // namespace heddle::event
