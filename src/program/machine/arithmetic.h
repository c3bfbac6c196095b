// SPDX-License-Identifier: Apache-2.0
// Values of `width` bits in 64-bit registers, kept zero-extended.
#pragma once

#include "program/program.h"

namespace heddle::program {

inline Word masked(Word value, unsigned width) {
  return width >= 64 ? value : value & ((Word{1} << width) - 1);
}
inline std::int64_t extended(Word value, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

}  // namespace heddle::program
