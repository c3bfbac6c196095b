// SPDX-License-Identifier: Apache-2.0
// What code that clang instrumented for `heddle run` looks at before it calls a hook (compile/clang/quick_check.cpp). Here
// nothing is ever found, so it always calls.
#include <cstdint>

#include "runtime/shared/abi.h"

namespace {
const std::uint64_t nobodys_cell = 0;
struct Line {
  const std::uint64_t* cells;
  std::uint64_t mask;
};
}  // namespace

HEDDLE_EXPORT const Line heddle_runtime_line;
const Line heddle_runtime_line = {&nobodys_cell, 0};
HEDDLE_EXPORT __thread std::uint64_t heddle_runtime_probe;
__thread std::uint64_t heddle_runtime_probe = ~std::uint64_t{0};
