// SPDX-License-Identifier: Apache-2.0
// Places for a debugger to stop at, and what it can ask there: src/runtime/host/gdb uses them. They do nothing
// themselves, and are called only where a schedule is recorded or has failed.
#pragma once

#include <cstdint>

extern "C" {
// A step of the schedule, counted from 1, is about to take effect; on the stack of its thread.
void heddle_debug_step(std::uint64_t step, std::uint32_t thread);
// The execution has failed; on the stack of the thread that failed, where there is one.
void heddle_debug_failed(const char* kind, const char* message);
// Who waits for what and holds what, a line a thread, when it was called last: for debuggers that cannot call functions.
extern char heddle_debug_who[16384];
// The kernel's numbers of the first threads that have taken a step, by heddle's; 0: it has not.
extern std::uint32_t heddle_debug_threads[256];
// Steps so far, with the one that is about to take effect.
extern std::uint64_t heddle_debug_steps;
// From now on that text is kept up to date.
extern bool heddle_debug_wanted;
}

namespace heddle::control {

void show_step(std::uint64_t step, std::uint32_t thread);
void show_failure(const char* kind, const char* message);

}  // namespace heddle::control
