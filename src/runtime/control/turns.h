// SPDX-License-Identifier: Apache-2.0
// Where controlled threads live, and how the turn goes from one to another.
#pragma once

#include "runtime/control/world.h"

namespace heddle::control {

// Stacks have fixed places: what lies on them has the same name in every process. Main's is after the others.
inline constexpr std::size_t kStack = std::size_t{8} << 20, kMainStack = std::size_t{64} << 20;
inline constexpr std::uint64_t kStacks = 0x380000000000;
inline bool is_on_stack(std::uint64_t address) {
  return address - kStacks < kStack * kMaxThreads + kMainStack;
}
inline Thread owner_of_stack(std::uint64_t address) {  // kNoThread: main, or nobody
  const std::uint64_t offset = address - kStacks;
  return offset < kStack * kMaxThreads ? static_cast<Thread>(offset / kStack) : kNoThread;
}

Controlled* make_thread(Thread number);  // or the one that there is
void make_main_thread();                 // runs on a stack of its own, with the storage of the process's main
bool ensure_pthread(Controlled& thread);  // false: there is no room for its stack
void hand_over(Controlled& from, Controlled& to);
[[noreturn]] void to_driver(Controlled& self);  // back to whoever started the execution; not run again
void send_back();  // the futex backend's threads that did not end sleep somewhere in the program

}  // namespace heddle::control
