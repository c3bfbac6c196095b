// SPDX-License-Identifier: Apache-2.0
// Time and the environment. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kProcessLibrary = {
    "time clock clock_gettime clock_getres timespec_get difftime gettimeofday getenv secure_getenv setenv "
    "unsetenv clearenv _ZNSt6chrono3_V212steady_clock3nowEv _ZNSt6chrono3_V212system_clock3nowEv",
    R"c(/* The clock stands still or has gone on by more than any deadline, a few times: heddle_clock_goes_on chooses. Who
   slept, or waited until its time came, finds that it has gone on by at least as much. After LAST hours nobody knows
   the time any more: such executions are left away, which is no loss of trust, as whoever reads the clock is told that
   not everything was tried. Time that a thread computes goes on by seconds, and not while it sleeps. */
#define HEDDLE_CLOCK
enum { JUMPS = 4, LAST = 24, START = 1000000000, HOUR = 3600 };
int heddle_clock_goes_on(void);
void heddle_assume(int);
struct heddle_time { long seconds, rest; };
static long heddle_hours, heddle_computed;
static long heddle_now(void) {
  int goes_on = heddle_clock_goes_on();
  heddle_step_begin();
  if (goes_on && heddle_hours < JUMPS) heddle_hours++;
  long hours = heddle_hours;
  heddle_step_end();
  if (hours >= LAST) heddle_assume(0);
  return START + HOUR * hours;
}
static long heddle_cpu_time(void) {
  int goes_on = heddle_clock_goes_on();
  heddle_step_begin();
  if (goes_on && heddle_computed < JUMPS) heddle_computed++;
  long seconds = heddle_computed;
  heddle_step_end();
  return seconds;
}
/* To a later hour, which begins after `seconds`; or by as much. */
static void heddle_goes_on_to(long seconds, int by) {
  heddle_step_begin();
  long hours = seconds < 0 ? 0 : seconds / HOUR + 1;
  if (by) hours += heddle_hours;
  if (hours > LAST) hours = LAST;
  if (hours > heddle_hours) heddle_hours = hours;
  heddle_step_end();
}
WEAK void heddle_time_came(long seconds) { heddle_goes_on_to(seconds - START, 0); }
static int heddle_sleep(const struct heddle_time *time) {
  if (time->seconds < 0 || time->rest < 0 || time->rest >= 1000000000) return 22;
  if (time->seconds || time->rest) heddle_goes_on_to(time->seconds, 1);
  return 0;
}
int *__errno_location(void);
void heddle_other_clock(void); /* nowhere: not supported */
WEAK int nanosleep(const struct heddle_time *time, struct heddle_time *left) {
  int wrong = heddle_sleep(time);
  if (wrong) *__errno_location() = wrong;
  return wrong ? -1 : 0;
}
WEAK int thrd_sleep(const struct heddle_time *time, struct heddle_time *left) { return heddle_sleep(time) ? -2 : 0; }
WEAK int clock_nanosleep(int which, int flags, const struct heddle_time *time, struct heddle_time *left) {
  if (!(flags & 1)) return heddle_sleep(time);
  if (time->rest < 0 || time->rest >= 1000000000) return 22;
  heddle_time_came(time->seconds);
  return 0;
}
WEAK unsigned sleep(unsigned seconds) {
  if (seconds) heddle_goes_on_to(seconds, 1);
  return 0;
}
WEAK int usleep(unsigned microseconds) {
  if (microseconds) heddle_goes_on_to(microseconds / 1000000, 1);
  return 0;
}
WEAK time_t time(time_t *out) {
  time_t now = heddle_now();
  if (out) *out = now;
  return now;
}
WEAK long clock(void) { return heddle_cpu_time() * 1000000; }
WEAK int clock_gettime(int which, struct heddle_time *out) {
  if (which < 0 || which > 11) heddle_other_clock();
  out->seconds = which == 2 || which == 3 ? heddle_cpu_time() : heddle_now();
  out->rest = 0;
  return 0;
}
WEAK int clock_getres(int which, struct heddle_time *out) {
  if (out) out->seconds = 0, out->rest = 1;
  return 0;
}
WEAK int timespec_get(struct heddle_time *out, int base) { return clock_gettime(0, out) == 0 ? base : 0; }
WEAK double difftime(time_t a, time_t b) { return (double)a - (double)b; }
WEAK int gettimeofday(struct heddle_time *out, void *zone) { return clock_gettime(0, out); }
WEAK long heddle_steady(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
WEAK long heddle_steady(void) { return heddle_now() * 1000000000L; }
WEAK long heddle_system(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
WEAK long heddle_system(void) { return heddle_now() * 1000000000L; }
/* The environment: empty at first. glibc locks where it changes it, and not where it looks. */
struct heddle_variable { char *name, *value; struct heddle_variable *next; };
static struct heddle_variable *heddle_environment;
static struct heddle_variable *heddle_find(const char *name) {
  struct heddle_variable *at = heddle_environment;
  while (at && strcmp(at->name, name) != 0) at = at->next;
  return at;
}
static char *heddle_copied(const char *s) {
  size_t n = strlen(s) + 1;
  char *copy = malloc(n);
  memcpy(copy, s, n);
  return copy;
}
WEAK char *getenv(const char *name) {
  struct heddle_variable *found = heddle_find(name);
  return found ? found->value : 0;
}
WEAK char *secure_getenv(const char *name) { return getenv(name); }
WEAK int setenv(const char *name, const char *value, int replace) {
  struct heddle_variable *found = heddle_find(name);
  if (found && !replace) return 0;
  if (found) {
    found->value = heddle_copied(value);
    return 0;
  }
  struct heddle_variable *made = malloc(sizeof *made);
  made->name = heddle_copied(name);
  made->value = heddle_copied(value);
  made->next = heddle_environment;
  heddle_environment = made;
  return 0;
}
WEAK int unsetenv(const char *name) {
  for (struct heddle_variable **at = &heddle_environment; *at; at = &(*at)->next)
    if (strcmp((*at)->name, name) == 0) {
      *at = (*at)->next;
      return 0;
    }
  return 0;
}
WEAK int clearenv(void) { heddle_environment = 0; return 0; }
)c"};

}  // namespace heddle::program
