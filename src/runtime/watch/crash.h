// SPDX-License-Identifier: Apache-2.0
// A signal that ends the program is noted before it does: which, where, on which thread.
#pragma once

#include <signal.h>

namespace heddle::runtime {

struct Thread;

// Of an error of the program's own: its default is to end it, usually with a core.
bool is_crash(int number);
// In the handler of such a signal, which the program itself does not handle. The first one counts; children of
// fork are other programs.
void note_crash(Thread* thread, int number, const siginfo_t* info, const void* machine);

}  // namespace heddle::runtime
