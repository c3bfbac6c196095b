// SPDX-License-Identifier: Apache-2.0
// Where controlled threads live, and how the turn goes from one to another.
#pragma once

#include "runtime/control/world.h"

namespace heddle::control {

Controlled* make_thread(Thread number);  // or the one that there is
void make_main_thread();                 // runs on a stack of its own, with the storage of the process's main
bool ensure_pthread(Controlled& thread);       // false: there is no room for its stack
bool is_on_stack(std::uint64_t address);       // of any controlled thread
Thread owner_of_stack(std::uint64_t address);  // kNoThread: main, or nobody
void hand_over(Controlled& from, Controlled& to);
[[noreturn]] void to_driver(Controlled& self);  // back to whoever started the execution; not run again
void send_back();  // the futex backend's threads that did not end sleep somewhere in the program

}  // namespace heddle::control
