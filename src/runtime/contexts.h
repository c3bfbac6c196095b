// SPDX-License-Identifier: Apache-2.0
// Call stacks as numbers. Function entry only pushes a return address; a number is made when one is asked
// for, by walking from the innermost frame that has one. Equal stacks have equal numbers, for ever.
#pragma once

#include "runtime/thread.h"

namespace heddle::runtime {

// The number of the current stack with the instruction before `pc` as its innermost frame. Recursion is
// folded: a call site that is already among the last few frames takes the stack back to there, so stacks are
// finitely many.
ContextId stack_at(Thread& thread, const void* pc);
// The number of the set of locks held.
ContextId locks_of(Thread& thread);
inline Origin origin_at(Thread& thread, const void* pc) { return {stack_at(thread, pc), locks_of(thread)}; }
std::uint64_t innermost(ContextId context);  // return address of its innermost frame, 0 if there is none

}  // namespace heddle::runtime
