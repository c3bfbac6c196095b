// SPDX-License-Identifier: Apache-2.0
// Calls of functions whose state nobody watches: calls.cpp.
#pragma once

extern "C" unsigned char heddle_called_outside __attribute__((visibility("hidden")));

namespace heddle::control {

void find_calls();                        // so that the processes that are forked need not
void watch_calls();                       // of the program's own modules; once a process
void note_lasting(const char* function);  // was called, by a library perhaps
// A function that was called since, and may have changed more than memory; nullptr: there is none.
const char* lasting_call();

}  // namespace heddle::control
