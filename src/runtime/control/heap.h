// SPDX-License-Identifier: Apache-2.0
// Memory that an execution allocates, and globals that it writes: heap.cpp.
#pragma once

#include <cstdint>

#include "runtime/control/failures.h"
#include "runtime/control/modules.h"

namespace heddle::control {

void reset_heap();
bool in_heap(std::uint64_t address);
void check_heap(std::uint64_t address, std::uint64_t size, bool write, const void* pc);
void report_leaks();
bool is_global(std::uint64_t address);  // of an instrumented module, or memory from outside of any execution
void remember(std::uint64_t address, std::uint64_t size);  // such memory about to be written
// The block around it that no execution allocated, with where that was; of size 0 if there is none.
Place outside_block(std::uint64_t address);
Place live_block(std::uint64_t address);  // the same of any block that is not freed
Range outside_heap();                     // all memory from outside of any execution
bool outside_overflows();                 // but for some that is libc's

}  // namespace heddle::control
