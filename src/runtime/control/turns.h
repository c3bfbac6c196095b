// SPDX-License-Identifier: Apache-2.0
// Where controlled threads live, and how the turn goes from one to another.
#pragma once

#include "runtime/control/thread.h"

namespace heddle::control {

// Stacks have fixed places: what lies on them has the same name in every process. Each ends where its place does,
// and is as large as the thread's attributes ask for. Main's is after the others.
inline constexpr std::size_t kStack = std::size_t{8} << 20, kMainStack = std::size_t{64} << 20;
inline constexpr std::size_t kStackPlace = std::size_t{1} << 30;
inline constexpr std::uint64_t kStacks = 0x380000000000;
inline bool is_on_stack(std::uint64_t address) {
  return address - kStacks < kStackPlace * kMaxThreads + kMainStack;
}
inline Thread owner_of_stack(std::uint64_t address) {  // kNoThread: nobody
  const std::uint64_t offset = address - kStacks;
  if (offset < kStackPlace * kMaxThreads) return static_cast<Thread>(offset / kStackPlace);
  return is_on_stack(address) ? Thread{0} : kNoThread;
}

// Zeroed memory. What starts on a page boundary shares its lines of the cache with all else that does, and
// hundreds of thousands of executions a second touch the first lines of most things.
void* map_apart(std::size_t bytes);
void make_pthreads();                    // for as many threads as were ever seen
Controlled* make_thread(Thread number);  // or the one that there is
void make_main_thread();                 // runs on a stack of its own, with the storage of the process's main
bool ensure_pthread(Controlled& thread);  // false: there is no room for its stack
// Before it runs, to what its attributes ask for; 0: they do not. False: there is no room.
bool fit_stack(Controlled& thread, std::size_t asked);
// Of a fiber: where it goes on.
void* begin_turn(Controlled& thread);
void hand_over(Controlled& from, Controlled& to);
[[noreturn]] void to_driver(Controlled& self);  // back to whoever started the execution; not run again
void send_back();  // the futex backend's threads that did not end sleep somewhere in the program

}  // namespace heddle::control
