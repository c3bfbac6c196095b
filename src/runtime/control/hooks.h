// SPDX-License-Identifier: Apache-2.0
// What the calls that are taken over ask of each other, and what the rest asks of them: hooks_*.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include <time.h>

#include "runtime/control/world.h"

namespace heddle::control {

// hooks_threads.cpp
void reset_thread_locals(Controlled& thread);   // to what a new thread has
void run_thread_locals(Controlled& thread);     // destructors of its thread-local objects
Controlled* find_thread(std::uint64_t handle);  // nullptr: there is none
void run_thread_end(Controlled& thread);  // these, those of its keys, and what holders give up when they end
void end_visibly(Controlled& thread);     // for those who look whether a thread has ended
void note_end(const Controlled& thread);  // for those who looked before
bool threads_outside();                   // there are, which were started outside of executions

// hooks_keys.cpp
void run_key_destructors(Controlled& thread);

// hooks_cleanup.cpp
void prepare_unwinding();  // once a process

// hooks_signals.cpp
void handle_abort();    // by the program's handler of SIGABRT, if there is one
void forget_signals();  // what the last execution set for them

// hooks_maps.cpp
void forget_mappings();  // of the last execution
bool mapped_outside();   // did the program map memory outside of any execution?

// hooks_exit.cpp
enum class Ending : std::uint8_t { normal, quick, at_once };
[[noreturn]] void leave_process(Ending ending, int status, const void* pc);
std::size_t exit_handlers();                  // how many are registered
void forget_exit_handlers(std::size_t kept);  // but the first so many

// hooks_exceptions.cpp
// A block of which others may have had a share that they gave up untold (hooks_exceptions.cpp).
bool frees_untold_share(std::uint64_t address, std::uint64_t size, const void* pc);

// hooks_time.cpp
// If the error says that the time ran out, it has: the thread's clocks stand there. Returns the error.
int noted_time(int error, clockid_t clock, const timespec* until);
void note_time(const timespec& time);     // so much later
void begins_to_wait(Controlled& thread);  // until a moment, which it may have asked the clock for
void note_last_look(Controlled& thread);  // it ends
void start_clocks(Shared& shared);        // once a search

// hooks_outside.cpp
const char* system_call_name(long number);

}  // namespace heddle::control
