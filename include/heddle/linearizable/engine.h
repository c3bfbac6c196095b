/* SPDX-License-Identifier: Apache-2.0 */
/* What a linearizability test asks of `heddle check`'s library. Pure C. Without the library the functions are null. */
#ifndef HEDDLE_LINEARIZABLE_ENGINE_H
#define HEDDLE_LINEARIZABLE_ENGINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Which version of all this the test and the library speak; they must be of the same one. It grows with each change. */
enum { HEDDLE_CALLS_VERSION = 5 };
unsigned heddle_runtime_calls_version(void) __attribute__((weak));

/* A call, in the time of its execution: the n-th beginning or end. It begins with its first visible operation, or with
 * the first thread that it starts, and not before: the later it begins, the more has to come before it. Under a memory
 * model there is no such time: `ended` says what happens before it. Zeros are right for whatever else is not given. */
struct heddle_call_times {
  unsigned long
      version; /* given, and never changed: HEDDLE_CALLS_VERSION. It was 0 before there were versions. */
  unsigned long begin; /* 0: not yet */
  unsigned long end;
  unsigned long operations; /* visible ones */
  /* Given: room for a number of each thread. If heddle_runtime_is_weak(): how many calls of that thread had ended, as far
   * as this one knows. */
  unsigned long* ended;
  /* Given: which operation it is, 1 to 32, and whether it is expected to have one visible operation. That must not
   * change while a search runs. It costs nothing if it is wrong, but more schedules. */
  unsigned kind;
  int is_short;
};
/* Thread `self` of so many calls from here on; 0 of 0: nobody runs beside it. */
void heddle_runtime_call_begin(struct heddle_call_times* times, unsigned self, unsigned threads)
    __attribute__((weak));
void heddle_runtime_call_end(struct heddle_call_times* times) __attribute__((weak));

/* What the thread does from here on is not part of the execution: no other thread runs meanwhile, nothing of it is
 * seen, and what it allocates or writes outlives the execution. 0: that was all. */
void heddle_runtime_outside(int begin) __attribute__((weak));

/* The execution fails, with a description of the history in JSON (doc/linearizable.md). Does not return there. */
void heddle_runtime_wrong_history(const char* message, const char* json) __attribute__((weak));

/* Until the execution ends: if nobody can go on, `judge` says whether that is right (0), wrong (1: it has described the
 * history with heddle_runtime_wrong_history), or not for it to say (2). It runs outside, as above. */
void heddle_runtime_when_stuck(int (*judge)(void*), void* argument) __attribute__((weak));

/* One thread stops for ever before the n-th visible operation of its calls, n from 1; several may. Or, with `all`, when
 * so many were performed in calls, all threads but this one do: not under a memory model, where that depends on the order
 * in which executions are performed. Threads are numbered as in heddle_runtime_call_begin; the caller never stops. Until
 * heddle_runtime_go_on, which says what it came to so far: nobody stopped (0), somebody did (1), one that stops latest
 * did (2). */
void heddle_runtime_stop(unsigned thread, unsigned long operation, int all) __attribute__((weak));
int heddle_runtime_go_on(void) __attribute__((weak));

/* For who watches: the n-th scenario of so many is explored; HEDDLE_MANY_SCENARIOS: of more than that. `words` tell it
 * where an execution of it fails, whatever the reason; they live as long as the execution. */
enum { HEDDLE_MANY_SCENARIOS = 1000000 };
void heddle_runtime_scenario(unsigned long number, unsigned long all, const char* words)
    __attribute__((weak));

/* For a verdict that finds nothing: what the searches that follow go through, in words. Null: they are of no such test. */
void heddle_runtime_tries(const char* words) __attribute__((weak));

/* The number of the thread that was started last, which is called T with that number; 0: none was. */
unsigned heddle_runtime_newest_thread(void) __attribute__((weak));

/* Does a memory model decide what atomics read? Then times say nothing about different threads. */
int heddle_runtime_is_weak(void) __attribute__((weak));

/* Is one check of the program run again, and do the others return at once? It is known by its number: whoever runs as
 * many as it takes leaves out the numbers that it might have needed. */
int heddle_runtime_is_replay(void) __attribute__((weak));
void heddle_runtime_leave_out_checks(unsigned count) __attribute__((weak));

/* Checks in a row, from 1 to 0: each begins if an execution of the one before asked for it. Whether one did is known
 * after the check, and the same in all processes that do it together; if it is run again, always. Of shares
 * (--shard) that know nothing of each other one does the whole row, and the others leave it out. */
void heddle_runtime_row(int begins) __attribute__((weak));
void heddle_runtime_ask_for_next(void) __attribute__((weak));
int heddle_runtime_is_next_asked_for(void) __attribute__((weak));

/* Has the command's limit of time passed, or was it told to stop? Not asked where several processes do it together. */
int heddle_runtime_is_over(void) __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
