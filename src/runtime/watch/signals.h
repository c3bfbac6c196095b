// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

struct Thread;

void watch_crashes();                      // from now on, and until the program handles them itself
void prepare_for_signals(Thread& thread);  // on the thread itself, before any signal can come
void leave_signals(Thread& thread);        // likewise, when none will
void deliver_signals(Thread& thread);      // those that came while it was busy

// A signal came some other way than to a handler: what its senders did happened before.
void learn_of_signal(int number, const void* pc);

// The thread is about to do what a handler of an asynchronous signal must not; `what` outlives the program.
void check_handler(Thread& thread, const char* what, const void* pc);

}  // namespace heddle::runtime
