// SPDX-License-Identifier: Apache-2.0
// Functions that libc would call for the program: of threads, of the ends of threads and of the process. What such a
// function touches is the program's doing also where it is libc's own, or heddle's in front of it (a thread that runs
// puts, a key whose destructor is pthread_mutex_destroy), so that no code of the program stands between. Calls are told
// apart by where they return to: these return to a section of their own.
#pragma once

namespace heddle::control {

void* call_back(void* (*function)(void*), void* argument);
int call_back(int (*function)(void*), void* argument);
void call_back(void (*function)(void*), void* argument);
void call_back(void (*function)(int, void*), int status, void* argument);
bool is_call_back(const void* pc);  // does the call that returns there come from one of these?

}  // namespace heddle::control
