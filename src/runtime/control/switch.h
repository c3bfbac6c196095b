// SPDX-License-Identifier: Apache-2.0
// Handing the processor from one controlled thread to another: a fiber is the stack and the thread-local
// storage of a parked pthread, borrowed by the one thread that runs everything. A switch saves six registers and
// how floating-point numbers are rounded and trapped, changes the stack pointer and %fs: 20 ns. Needs the
// FSGSBASE instructions, allowed to user code.
#pragma once

#include <cstdint>

extern "C" {
// Saves the caller's stack pointer in *from and goes on at `to` with thread-local storage `storage`.
void heddle_switch(void** from, void* to, std::uint64_t storage) __attribute__((visibility("hidden")));
// The caller has stopped: heddle_next says who goes on, while all that the caller needs then stands on its stack.
void heddle_stop(void** from) __attribute__((visibility("hidden")));
struct HeddleFiber {
  void* stack_pointer;
  std::uint64_t storage;
};
HeddleFiber heddle_next() __attribute__((visibility("hidden")));
// Where a fresh fiber starts: calls heddle_fiber_main, which never returns.
void heddle_fiber_start() __attribute__((visibility("hidden")));
[[noreturn]] void heddle_fiber_main() __attribute__((visibility("hidden")));
}

namespace heddle::control {

bool switch_supported();
std::uint64_t floating_point_modes();  // how numbers are rounded and trapped: a new thread has its creator's
inline constexpr std::uint64_t kFloatingPointFlags = 0x3f;  // in it: what has happened, no mode
std::uint64_t thread_storage();                             // %fs of the caller
// The stack pointer of a fiber that will start at heddle_fiber_start on the stack that ends at `top`, with these
// modes.
void* fresh_stack(void* top, std::uint64_t modes);

}  // namespace heddle::control
