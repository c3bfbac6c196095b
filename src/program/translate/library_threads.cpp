// SPDX-License-Identifier: Apache-2.0
// What a std::thread is asked in libstdc++'s own library, and what threads say of time and names without a look at the
// clock. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kThreadsLibrary = {"_ZNSt6thread4joinEv _ZNSt6thread6detachEv",
                                     R"c(/* A std::thread is the id of its thread, or 0. */
int pthread_join(unsigned long, void **);
int pthread_detach(unsigned long);
void _ZSt20__throw_system_errori(int);
WEAK void _ZNSt6thread4joinEv(unsigned long *id) {
  int wrong = *id == 0 ? 22 : pthread_join(*id, 0);
  if (wrong) _ZSt20__throw_system_errori(wrong);
  *id = 0;
}
WEAK void _ZNSt6thread6detachEv(unsigned long *id) {
  int wrong = *id == 0 ? 22 : pthread_detach(*id);
  if (wrong) _ZSt20__throw_system_errori(wrong);
  *id = 0;
}
)c"};

// Where nobody reads the clock; else library_process.cpp has them, and stands before this.
const LibraryPart kSleepsLibrary = {"nanosleep thrd_sleep clock_nanosleep",
                                    R"c(#ifndef HEDDLE_CLOCK
struct heddle_time { long seconds, rest; };
int *__errno_location(void);
static int heddle_sleep(const struct heddle_time *time) {
  return time->seconds < 0 || time->rest < 0 || time->rest >= 1000000000 ? 22 : 0;
}
WEAK int thrd_sleep(const struct heddle_time *time, struct heddle_time *left) { return heddle_sleep(time) ? -2 : 0; }
WEAK int nanosleep(const struct heddle_time *time, struct heddle_time *left) {
  int wrong = heddle_sleep(time);
  if (wrong) *__errno_location() = wrong;
  return wrong ? -1 : 0;
}
WEAK int clock_nanosleep(int which, int flags, const struct heddle_time *time, struct heddle_time *left) {
  return heddle_sleep(time);
}
#endif
)c"};

const LibraryPart kNamesLibrary = {"pthread_setname_np", R"c(/* Nobody asks for the name again. */
WEAK int pthread_setname_np(unsigned long thread, const char *name) { return strlen(name) > 15 ? 34 : 0; }
)c"};

const LibraryPart kSignalsLibrary = {
    "signal sigaction sigemptyset sigfillset sigaddset sigdelset sigismember sigprocmask pthread_sigmask",
    R"c(/* Signals that are ignored, or do what they always did. */
typedef void (*heddle_handler_of)(int);
heddle_handler_of heddle_not_supported_a_handler_of_signals(void);
static char heddle_ignored[65];
WEAK heddle_handler_of signal(int which, heddle_handler_of handler) {
  if ((unsigned long)handler > 1 || which < 1 || which > 64) return heddle_not_supported_a_handler_of_signals();
  heddle_step_begin();
  char before = heddle_ignored[which];
  heddle_ignored[which] = handler != 0;
  heddle_step_end();
  return (heddle_handler_of)(unsigned long)before;
}
/* A set has a bit for each signal. No signal comes: what is masked matters to who asks. A thread begins with the mask of
   who made it, which is the empty one as long as nobody has set any. */
struct heddle_signals { unsigned long bits[16]; };
struct heddle_action { heddle_handler_of handler; struct heddle_signals mask; int flags; void (*restorer)(void); };
static int heddle_of_signals(int which) { return which >= 1 && which <= 64; }
WEAK int sigemptyset(struct heddle_signals *set) { return memset(set, 0, sizeof *set), 0; }
WEAK int sigfillset(struct heddle_signals *set) { return memset(set, 0xff, sizeof *set), 0; }
WEAK int sigaddset(struct heddle_signals *set, int which) {
  if (!heddle_of_signals(which)) return -1;
  set->bits[0] |= 1ul << (which - 1);
  return 0;
}
WEAK int sigdelset(struct heddle_signals *set, int which) {
  if (!heddle_of_signals(which)) return -1;
  set->bits[0] &= ~(1ul << (which - 1));
  return 0;
}
WEAK int sigismember(const struct heddle_signals *set, int which) {
  return heddle_of_signals(which) ? set->bits[0] >> (which - 1) & 1 : -1;
}
WEAK int sigaction(int which, const struct heddle_action *action, struct heddle_action *before) {
  if (!heddle_of_signals(which)) return -1;
  char is_ignored = heddle_ignored[which];
  if (action) is_ignored = signal(which, action->handler) != 0;
  if (before) memset(before, 0, sizeof *before), before->handler = (heddle_handler_of)(unsigned long)is_ignored;
  return 0;
}
void heddle_not_supported_the_mask_of_signals_that_a_thread_began_with(void);
int heddle_self(void);
enum { MASK_BLOCK, MASK_UNBLOCK, MASK_SET };
static _Thread_local unsigned long heddle_masked;
static _Thread_local char heddle_mask_known;
static char heddle_any_masked;
WEAK int pthread_sigmask(int how, const struct heddle_signals *set, struct heddle_signals *before) {
  const unsigned long never = 1ul << 8 | 1ul << 18 | 3ul << 31; /* SIGKILL, SIGSTOP, and two of libc's own */
  if (set && (how < MASK_BLOCK || how > MASK_SET)) return 22;
  unsigned long given = set ? set->bits[0] & ~never : 0;
  heddle_step_begin();
  if (heddle_self() == 0 || !heddle_any_masked) heddle_mask_known = 1;
  if (set) heddle_any_masked = 1;
  heddle_step_end();
  if (before && !heddle_mask_known) heddle_not_supported_the_mask_of_signals_that_a_thread_began_with();
  if (before) before->bits[0] = heddle_masked;
  if (set && how == MASK_SET) heddle_masked = given, heddle_mask_known = 1;
  if (set && how == MASK_BLOCK) heddle_masked |= given;
  if (set && how == MASK_UNBLOCK) heddle_masked &= ~given;
  return 0;
}
WEAK int sigprocmask(int how, const struct heddle_signals *set, struct heddle_signals *before) {
  return pthread_sigmask(how, set, before) ? -1 : 0;
}
)c"};

}  // namespace heddle::program
