// SPDX-License-Identifier: Apache-2.0
// Call stacks as numbers. Function entry only pushes a return address; a number is made when one is asked
// for, by walking from the innermost frame that has one. Equal stacks have equal numbers, for ever.
#pragma once

#include "runtime/thread.h"

namespace heddle::runtime {

// The number of the current stack, the locks held, and the instruction before `pc` as its innermost frame.
ContextId context_at(Thread& thread, const void* pc);
// Likewise without the locks.
ContextId stack_at(Thread& thread, const void* pc);
std::uint64_t innermost(ContextId context);  // return address of its innermost frame, 0 if there is none

}  // namespace heddle::runtime
