# SPDX-License-Identifier: Apache-2.0
"""A loop that waits may keep its progress anywhere. Wherever that is, a wait that goes on once more is not the same.

    hidden_state.py HEDDLE WORKING_DIRECTORY [EVERY]

Each row says how to count with something that is neither the stack nor plain memory of the program: a thread's keys, the depth
of a lock, a position in a file, a mask of signals. Each loop aborts when it has counted to four: in a loop that spins, in
one around a condition, around a compare-exchange that may fail for no reason, and around waits whose time runs out. No such
program may be called clean; a row in which it is "inconclusive" says why that is all that can be had.
"""
import pathlib
import subprocess
import sys

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <getopt.h>
#include <locale.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
"""
# name: (declarations, set up, an expression that counts: 0, 1, 2, …)
ROWS = {
    "key": ("static pthread_key_t it;", "pthread_key_create(&it, 0);",
            "({ uintptr_t n = (uintptr_t)pthread_getspecific(it); pthread_setspecific(it, (void*)(n + 1)); (int)n; })"),
    "tss": ("static tss_t it;", "tss_create(&it, 0);", "({ uintptr_t n = (uintptr_t)tss_get(it); tss_set(it, (void*)(n + 1)); (int)n; })"),
    "cancel_state": ("", "", "({ int s, t; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &s);"
                     " s == PTHREAD_CANCEL_ENABLE ? 0 : (pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &t), t == PTHREAD_CANCEL_DEFERRED ? 1 : 3); })"),
    "signal_mask": ("", "", "({ sigset_t s; pthread_sigmask(SIG_BLOCK, 0, &s); int n = 0; while (n < 9 && sigismember(&s, SIGRTMIN + n)) ++n;"
                    " sigaddset(&s, SIGRTMIN + n); pthread_sigmask(SIG_SETMASK, &s, 0); n; })"),
    "handler": ("static void on1(int s) { (void)s; } static void on2(int s) { (void)s; } static void on3(int s) { (void)s; }", "",
                "({ void (*h)(int) = signal(SIGUSR1, on1); int n = h == SIG_DFL ? 0 : h == on1 ? 1 : h == on2 ? 2 : 3;"
                " signal(SIGUSR1, n == 0 ? on1 : n == 1 ? on2 : on3); n; })"),
    "umask": ("", "umask(0);", "({ int n = (int)umask(0); umask((mode_t)(n + 1)); n; })"),
    "rounding": ("", "", "({ int r = fegetround(), n = r == FE_TONEAREST ? 0 : r == FE_UPWARD ? 1 : r == FE_DOWNWARD ? 2 : 3;"
                 " fesetround(n == 0 ? FE_UPWARD : n == 1 ? FE_DOWNWARD : FE_TOWARDZERO); n; })"),
    "exceptions_of_numbers": ("", "feclearexcept(FE_ALL_EXCEPT);",
                   "({ int n = !!fetestexcept(FE_INVALID) + !!fetestexcept(FE_OVERFLOW) + !!fetestexcept(FE_UNDERFLOW);"
                   " feraiseexcept(n == 0 ? FE_INVALID : n == 1 ? FE_OVERFLOW : FE_UNDERFLOW); n; })"),
    "errno": ("", "errno = 0;", "errno++"),
    "recursive": ("static pthread_mutex_t it = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; static int spare;", "",
                  "({ pthread_mutex_lock(&it); int n = 0; while (pthread_mutex_unlock(&it) == 0) ++n; for (int i = 0; i < n; ++i) pthread_mutex_lock(&it); n - 1; })"),
    "readers": ("static pthread_rwlock_t it = PTHREAD_RWLOCK_INITIALIZER; static __thread int mine;", "",
                "({ pthread_rwlock_rdlock(&it); mine++; })"),
    "semaphore": ("static sem_t it;", "sem_init(&it, 0, 0);", "({ int n; sem_getvalue(&it, &n); sem_post(&it); n; })"),
    "environment": ("", "setenv(\"it\", \"0\", 1);", "({ int n = atoi(getenv(\"it\")); char s[9]; snprintf(s, sizeof s, \"%d\", n + 1); setenv(\"it\", s, 1); n; })"),
    "random": ("", "", "({ static const int first[4] = {1804289383, 846930886, 1681692777, 1714636915}; int r = rand(), n = 0; while (n < 3 && first[n] != r) ++n; n; })"),
    "random_r": ("static unsigned short it[3];", "memset(it, 0, sizeof it); seed48(it);",
                 "({ static long seen; long r = lrand48(); if (!seen) seen = 1; (void)r; 0; }) + ({ static __thread int n; n++; })"),
    "position": ("static int it;", "it = memfd_create(\"it\", 0); if (write(it, \"abcdefgh\", 8) != 8) exit(9); lseek(it, 0, SEEK_SET);",
                 "({ char c; if (read(it, &c, 1) != 1) abort(); c - 'a'; })"),
    "seek": ("static int it;", "it = memfd_create(\"it\", 0);", "(int)lseek(it, 1, SEEK_CUR) - 1"),
    "length": ("static int it;", "it = memfd_create(\"it\", 0);", "({ struct stat s; fstat(it, &s); if (ftruncate(it, s.st_size + 1)) abort(); (int)s.st_size; })"),
    "pipe": ("static int it[2];", "if (pipe(it) || write(it[1], \"abcdefgh\", 8) != 8) exit(9);", "({ char c; if (read(it[0], &c, 1) != 1) abort(); c - 'a'; })"),
    "eventfd": ("static int it;", "it = eventfd(9, EFD_SEMAPHORE);", "({ eventfd_t v; eventfd_read(it, &v); static __thread int n; n++; })"),
    "descriptors": ("static int it;", "it = dup(0);", "dup(0) - it - 1"),
    "stream": ("static FILE* it;", "it = fmemopen((char[]){\"abcdefgh\"}, 8, \"r\");", "fgetc(it) - 'a'"),
    "unread": ("static FILE* it; static char text[9] = \"\";", "it = fmemopen(text, 8, \"w\");", "({ int n = (int)ftell(it); fputc('x', it); n; })"),
    "parsed": ("static char it[] = \"a b c d e f g h i\"; static int begun;", "begun = strtok(it, \" \") != 0;", "({ char* s = strtok(0, \" \"); s ? *s - 'b' : 9; })"),
    "options": ("static char* words[] = {\"p\", \"-a\", \"-b\", \"-c\", \"-d\", \"-e\", 0};", "", "getopt(6, words, \"abcde\") - 'a'"),
    "locale": ("", "", "({ static const char* all[] = {\"C\", \"POSIX\", \"C.UTF-8\", \"C\"}; static const int kinds[] = {LC_CTYPE, LC_TIME, LC_NUMERIC, LC_COLLATE};"
               " int n = 0; while (n < 3 && !strcmp(setlocale(kinds[n], 0), \"C.UTF-8\")) ++n; setlocale(kinds[n], all[2]); n; })"),
    "thread_name": ("", "pthread_setname_np(pthread_self(), \"a\");", "({ char s[16]; pthread_getname_np(pthread_self(), s, 16); char n = s[0]++; pthread_setname_np(pthread_self(), s); n == 'a' ? 0 : n - 'a'; })"),
    "process_name": ("", "prctl(PR_SET_NAME, \"a\");", "({ char s[16] = {0}; prctl(PR_GET_NAME, s); char n = s[0]++; prctl(PR_SET_NAME, s); n == 'a' ? 0 : n - 'a'; })"),
    "limit": ("", "setrlimit(RLIMIT_CORE, &(struct rlimit){0, 9});", "({ struct rlimit l; getrlimit(RLIMIT_CORE, &l); int n = (int)l.rlim_cur; l.rlim_cur++; setrlimit(RLIMIT_CORE, &l); n; })"),
    "priority": ("", "", "({ errno = 0; int n = getpriority(PRIO_PROCESS, 0); nice(1); static int first = -99; if (first == -99) first = n; n - first; })"),
    "timer": ("", "", "({ struct itimerval v; getitimer(ITIMER_VIRTUAL, &v); int n = (int)v.it_interval.tv_sec; v.it_interval.tv_sec++; v.it_value.tv_sec = 100000; setitimer(ITIMER_VIRTUAL, &v, 0); n; })"),
    "tree": ("static void* it; static int compare(const void* a, const void* b) { return (a > b) - (a < b); }", "",
             "({ intptr_t n = 1; while (n < 9 && tfind((void*)n, &it, compare)) ++n; tsearch((void*)n, &it, compare); (int)n - 1; })"),
    "heap": ("static void* it;", "it = 0;", "({ void** p = malloc(sizeof *p); *p = it; it = p; int n = 0; for (void** q = p; *q; q = *q) ++n; n; })"),
    "mapping": ("static char* it;", "it = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);", "({ int n = it[0]; char c = (char)(n + 1); memcpy(it, &c, 1); n; })"),
    "keys": ("", "", "({ pthread_key_t k; pthread_key_create(&k, 0); static pthread_key_t first; static int has; if (!has) has = 1, first = k; (int)(k - first); })"),
    "string": ("static char it[16];", "", "({ int n = (int)strlen(it); strcat(it, \"x\"); n; })"),
    "multibyte": ("static mbstate_t it;", "setlocale(LC_ALL, \"C.UTF-8\");", "({ static const char bytes[] = \"\\xf0\\x9f\\x98\\x80\"; int n = 0; const unsigned char* s = (const void*)&it; for (unsigned i = 0; i < sizeof it; ++i) n |= s[i]; wchar_t w; int k = n & 7; mbrtowc(&w, bytes + (k < 4 ? k : 3), 1, &it); static int c; c++; })"),
    "pending": ("", "sigset_t s; sigemptyset(&s); for (int i = 0; i < 5; ++i) sigaddset(&s, SIGRTMIN + i); pthread_sigmask(SIG_BLOCK, &s, 0);",
                "({ sigset_t p; sigpending(&p); int n = 0; while (n < 4 && sigismember(&p, SIGRTMIN + n)) ++n; raise(SIGRTMIN + n); n; })"),
    "directory": ("", "if (chdir(\"/usr/share/doc\")) exit(9);", "({ char s[99]; getcwd(s, sizeof s); int n = 3; for (char* p = s; *p; ++p) n -= *p == '/' && p[1]; if (chdir(\"..\")) abort(); n < 0 ? 0 : n; })"),
}
ENDS = "if (({}) >= 3) abort();"
LOOPS = {
    "spin": ("static atomic_int flag;", "atomic_store(&flag, 1);", "while (!atomic_load(&flag)) {{ {} }}"),
    "wake": ("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static int go;",
             "pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
             "pthread_mutex_lock(&m); while (!go) {{ {} pthread_cond_wait(&c, &m); }} pthread_mutex_unlock(&m);"),
    "weak": ("static atomic_int a;", "", "int e = 0; while (!atomic_compare_exchange_weak(&a, &e, 1)) {{ e = 0; {} }}"),
    "time": ("static sem_t s;", "sem_post(&s);", "static const struct timespec past; while (sem_timedwait(&s, &past)) {{ {} }}"),
    "try": ("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
            "while (pthread_mutex_trylock(&m)) {{ {} }} pthread_mutex_unlock(&m);"),
}


def source(row, loop):
    declared, made, counts = ROWS[row]
    shared, other, waits = LOOPS[loop]
    first = "sem_init(&s, 0, 0);" if loop == "time" else ""
    return (f"{HEAD}{declared}\n{shared}\nstatic void* other(void* x) {{ (void)x; {other} return 0; }}\n"
            f"int main(void) {{\n  {first}{made}\n  pthread_t t;\n  pthread_create(&t, 0, other, 0);\n"
            f"  {waits.format(ENDS.format(counts))}\n  pthread_join(t, 0);\n  return 0;\n}}\n")


def main():
    heddle, directory = sys.argv[1], pathlib.Path(sys.argv[2])
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    directory.mkdir(parents=True, exist_ok=True)
    wrong, found, unsure, number = [], 0, [], 0
    for row in ROWS:
        for loop in LOOPS:
            number += 1
            if number % every:
                continue
            file = directory / f"{row}_{loop}.c"
            file.write_text(source(row, loop))
            ran = subprocess.run([heddle, "check", "--save", "none", "--limit-seconds", "20", file, "-w", "-lm"], capture_output=True, text=True)
            said = (ran.stdout + ran.stderr).splitlines()[0] if ran.stdout + ran.stderr else ""
            if ran.returncode == 1:
                found += 1
            elif ran.returncode == 3:
                unsure.append(f"{file.name}: {said}")
            else:
                wrong.append(f"{file.name}: exit {ran.returncode}: {said}")
    print(f"{found} found, {len(unsure)} inconclusive, {len(wrong)} wrong")
    for each in unsure + ["wrong:"] + wrong:
        print("  " + each)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
