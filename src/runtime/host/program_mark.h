// SPDX-License-Identifier: Apache-2.0
// A number that tells whether the program of a saved finding is still the same: its addresses stand for lines and names of
// that one only.
#pragma once

#include <cstdint>

#include "base/hash.h"
#include "base/read_file.h"
#include "compile/build.h"

namespace heddle::runtime::host {

// Of the source file or the program; 0: it cannot be had.
inline std::uint64_t program_mark(const compile::Source& source) {
  if (!source.compile_commands.empty()) return 0;
  const auto bytes = base::read_file(source.file);
  return bytes ? base::hash_bytes(*bytes, 1) | 1 : 0;
}

}  // namespace heddle::runtime::host
