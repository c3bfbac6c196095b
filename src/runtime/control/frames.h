// SPDX-License-Identifier: Apache-2.0
// The ends of functions, of blocks and of threads, for what lies on stacks: frames.cpp.
#pragma once

#include <cstdint>

#include "runtime/control/thread.h"

namespace heddle::control {

void forget_known(Controlled& thread);  // before it starts
// The current thread accesses what lies on the stack, or is a thread-local variable, of another one.
void access_of_stack(Thread owner, std::uint64_t address, std::uint32_t size, bool write, std::uint64_t seen,
                     const void* pc);
// What others did to these bytes of the current thread's stack must have happened before.
void stack_ends(std::uint64_t begin, std::uint64_t end, const void* pc);
void frame_ends(const void* pc);  // of the function that has just returned; its frame is known
bool is_known(const Controlled& owner, std::uint32_t frame);  // false: compiled without frame pointers
void leave_frames(std::uint64_t below, std::uint64_t above, const void* pc);  // by a jump
void block_ends(std::uint64_t begin, std::uint64_t size, const void* pc);
void whole_stack_ends();

}  // namespace heddle::control
