// SPDX-License-Identifier: Apache-2.0
// What gcc's OpenMP (interpose_openmp.cpp) and clang's (openmp_tool.cpp) have in common.
#pragma once

#include "runtime/watch/process.h"

namespace heddle::runtime {

// Critical sections, ordered regions and OpenMP's own locks, by an address that stands for each.
void lock_openmp(const void* key, const void* pc);
void unlock_openmp(const void* key, const void* pc);

// libomp has started, and tells of what it orders. Where it does not, nobody knows.
extern bool libomp_tells;
// libomp's own locks and conditions make its threads wait; they order nothing that OpenMP promises.
inline bool is_libomp(const void* pc) {
  return reinterpret_cast<std::uintptr_t>(pc) - process.libomp_low < process.libomp_high - process.libomp_low;
}

}  // namespace heddle::runtime
