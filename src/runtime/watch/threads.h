// SPDX-License-Identifier: Apache-2.0
// The registry of threads: who exists, under which number and slot, who created whom.
#pragma once

#include "runtime/watch/thread.h"

namespace heddle::runtime {

Thread* first_thread();  // the main thread's state, made at start-up; nullptr when off
// A child of `creator` (nullptr: nobody knows who made it), which knows all its creator knows.
Thread* new_thread(Thread* creator, ContextId created);
void begin_thread(Thread& thread);    // on the thread itself
void finish_thread(Thread& thread);   // on the thread itself: the last thing it does
void abandon_thread(Thread& thread);  // it never began
// The main thread ended by pthread_exit, and runs the functions that atexit was given: all others have ended.
void after_all_ends(Thread& main);
// Whom libc calls so; nullptr: nobody. As pthread_create may return before the new thread has said who it is, one that is
// not found is waited for.
Thread* find_thread(std::uint64_t pthread);
void name_thread(Thread& thread, std::uint64_t pthread);
void detach_thread(Thread& thread);
void after_segment_of(Thread& thread, const Thread& joined);  // what comes now is not at the same time as it
void retire_thread(Thread& thread);                           // it has been joined: its state serves another
// After fork, in the child: only the caller is left. Nothing that the others did is at the same time as what
// the child does: they do not exist here, and its memory is as they left it.
void keep_only(Thread& thread);

// All threads that exist; none comes or goes while this lives.
class RegisteredThreads {
 public:
  RegisteredThreads();
  ~RegisteredThreads();
  RegisteredThreads(const RegisteredThreads&) = delete;
  RegisteredThreads& operator=(const RegisteredThreads&) = delete;
  Thread* first() const;  // and on by Thread::next
};

}  // namespace heddle::runtime
