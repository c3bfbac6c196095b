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
// Both, as a number of its own that is small enough to stand beside every access. Programs with more than two
// million such places lose the locks, then the stacks, of further ones; never a finding.
inline constexpr std::uint32_t kMaxOrigins = 1 << 21;
OriginId origin_at(Thread& thread, const void* pc);
Origin origin_of(OriginId origin);
std::uint64_t innermost(ContextId context);  // return address of its innermost frame, 0 if there is none

}  // namespace heddle::runtime
