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

}  // namespace heddle::program
