#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runtime inside programs that make its life hard: each leaves a readable trace or a clear message.

    hostile.py HEDDLE [case…]
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HEDDLE = str(pathlib.Path(sys.argv[1]).resolve())
HEAD = """
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, raced;
static void* work(void* a) {
  raced++;
  for (int i = 0; i < 200; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
  return a;
}
static void two(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);
  pthread_join(a, 0); pthread_join(b, 0);
}
"""


class Case:
    def __init__(self, directory):
        self.directory = directory

    def path(self, name):
        return os.path.join(self.directory, name)

    def build(self, text, name="app", flags=(), compiler=None):
        source = self.path(name + ".c")
        pathlib.Path(source).write_text(HEAD + text)
        command = compiler or [HEDDLE, "cc"]
        subprocess.run([*command, "-O1", "-g", source, "-o", self.path(name), *flags], check=True)
        return self.path(name)

    def run(self, app, *options, arguments=(), **extra):
        return subprocess.run([HEDDLE, "run", *options, app, "--", *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=120, **extra)

    def races(self, trace):
        done = subprocess.run([HEDDLE, "races", "--format", "json", trace], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=120)
        assert done.returncode in (0, 1, 3), done.stderr
        result = json.loads(done.stdout)
        return result, {f["variable"] for f in result["findings"]}


def recorded(case, text, status, arguments=()):
    app, trace = case.build(text), case.path("app.hdl")
    done = case.run(app, "--record", trace, arguments=arguments)
    assert done.returncode in status, (done.returncode, done.stderr)
    result, variables = case.races(trace)
    assert "raced" in variables, (variables, done.stderr)
    return done, result


def crash_in_a_thread(case):
    done, result = recorded(case, """
static void* crash(void* a) { volatile int* p = 0; *p = 1; return a; }
int main(void) { two(); pthread_t a; pthread_create(&a, 0, crash, 0); pthread_join(a, 0); }""", [1])
    assert result["reason"] and "did not end by itself" in str(result["reason"]), result["reason"]


def killed(case):
    recorded(case, "int main(void) { two(); kill(getpid(), SIGKILL); }", [1])


def aborted(case):
    recorded(case, "static void* a_(void* a) { abort(); return a; }\n"
             "int main(void) { two(); pthread_t a; pthread_create(&a, 0, a_, 0); pthread_join(a, 0); }", [1])


def exit_with_threads_running(case):
    recorded(case, """
static void* forever(void* a) { for (;;) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); } return a; }
int main(void) { pthread_t a; pthread_create(&a, 0, forever, 0); two(); usleep(20000); exit(5); }""", [1])


def quick_exit_from_a_thread(case):
    recorded(case, "static void* leave(void* a) { _exit(3); return a; }\n"
             "int main(void) { two(); pthread_t a; pthread_create(&a, 0, leave, 0); for (;;) pause(); }", [1])


def two_thousand_threads(case):
    recorded(case, """
static sem_t s;
static void* hold(void* a) { sem_wait(&s); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) {
  two();
  sem_init(&s, 0, 0);
  static pthread_t t[2000];
  pthread_attr_t small; pthread_attr_init(&small); pthread_attr_setstacksize(&small, 65536);
  for (int i = 0; i < 2000; i++) if (pthread_create(&t[i], &small, hold, 0)) return 4;
  for (int i = 0; i < 2000; i++) sem_post(&s);
  for (int i = 0; i < 2000; i++) pthread_join(t[i], 0);
  return 0;
}""", [1])


def fork_in_a_threaded_program(case):
    done, result = recorded(case, """
static int stop;
static void* spin(void* a) {
  for (int go = 1; go;) { pthread_mutex_lock(&m); x++; go = !stop; pthread_mutex_unlock(&m); free(malloc(50)); }
  return a;
}
int main(void) {
  pthread_t a; pthread_create(&a, 0, spin, 0);
  two();
  for (int i = 0; i < 10; i++) {
    pid_t c = fork();
    if (c == 0) { for (int k = 0; k < 100; k++) free(malloc(k)); _exit(0); }
    int s; waitpid(c, &s, 0); if (s) return 9;
  }
  pthread_mutex_lock(&m); stop = 1; pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}""", [1])
    assert "fork" in str(result["reason"]), result["reason"]


def signal_handler_on_shared_data(case):
    app = case.build("""
int shared;
static void handler(int n) { shared = n; }
static void* busy(void* a) { for (int i = 0; i < 2000; i++) { shared = i; free(malloc(64)); } return a; }
int main(void) {
  signal(SIGALRM, handler);
  pthread_t a; pthread_create(&a, 0, busy, 0);
  for (int i = 0; i < 500; i++) { raise(SIGALRM); free(malloc(64)); }
  pthread_join(a, 0);
  return 0;
}""")
    done = case.run(app, "--format", "json")
    assert done.returncode == 1, done.stderr
    assert "shared" in {f["variable"] for f in json.loads(done.stdout)["findings"]}, done.stdout


def out_of_disk(case):
    app = case.build("int main(void) { for (int i = 0; i < 200; i++) two(); puts(\"done\"); return 0; }")
    os.symlink("/dev/full", case.path("full.hdl"))
    done = case.run(app, "--record", case.path("full.hdl"))
    assert "done" in done.stdout, done
    assert "No space left" in done.stderr, done.stderr
    assert done.returncode == 1, done


def read_while_it_runs(case):
    app = case.build("int main(void) { two(); for (int i = 0; i < 60; i++) { two(); usleep(50000); } return 0; }")
    trace = case.path("app.hdl")
    child = subprocess.Popen([HEDDLE, "run", "--record", trace, app], stderr=subprocess.DEVNULL)
    variables = set()
    for _ in range(50):
        time.sleep(0.1)
        if os.path.exists(trace) and os.path.getsize(trace) > 200:
            variables = case.races(trace)[1]
            if "raced" in variables:
                break
    assert child.poll() is None, "it should still be running"
    child.wait()
    assert "raced" in variables, variables


def host_is_killed(case):
    app = case.build("int main(void) { for (int i = 0; i < 100; i++) { two(); usleep(20000); } puts(\"done\"); return 0; }")
    trace = case.path("app.hdl")
    child = subprocess.Popen([HEDDLE, "run", "--record", trace, app], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert b"done" in child.stdout.read(), "the program goes on alone"
    assert "raced" in case.races(trace)[1]


def closes_every_descriptor(case):
    recorded(case, "int main(void) { for (int i = 3; i < 1000; i++) close(i); two(); return 0; }", [1])


def loads_a_library(case):
    library = case.build("void enter(void) { two(); }", "libpart.so", ["-shared", "-fPIC"])
    app = case.build("int main(int n, char** v) { void* l = dlopen(v[1], RTLD_NOW); if (!l) return 9;"
                     " void (*f)(void) = (void (*)(void))dlsym(l, \"enter\"); f(); return 0; }")
    done = case.run(app, "--format", "json", arguments=[library])
    assert done.returncode == 1, done.stderr
    steps = json.loads(done.stdout)["findings"][0]["first"]
    assert "libpart.so.c" in steps["location"], steps


def local_storage_of_a_loaded_library(case):
    """It is allocated by its thread on first use, and freed by the one that joins, before libc's join returns."""
    library = case.build("static __thread long own[100]; void enter(void) { for (int i = 0; i < 100; i++) own[i]++; }",
                         "liblocal.so", ["-shared", "-fPIC"])
    app = case.build("""
static void (*enter)(void);
static void* run(void* a) { enter(); return a; }
int main(int n, char** v) {
  enter = (void (*)(void))dlsym(dlopen(v[1], RTLD_NOW), "enter");
  for (int i = 0; i < 20; i++) {
    pthread_t t[16];
    for (int k = 0; k < 16; k++) pthread_create(&t[k], 0, run, 0);
    for (int k = 0; k < 16; k++) pthread_join(t[k], 0);
  }
  return 0;
}""")
    done = case.run(app, arguments=[library])
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)


def starts_another_program(case):
    other = case.build("int main(void) { two(); return 0; }", "other")
    app = case.build("int main(int n, char** v) { pid_t c = fork(); if (c == 0) { execl(v[1], v[1], (char*)0); _exit(9); }"
                     " int s; waitpid(c, &s, 0); return s ? 9 : 0; }")
    done = case.run(app, arguments=[other])
    assert done.returncode == 3 and "second instrumented program" in done.stderr, (done.returncode, done.stderr)


def built_by_gcc_without_relinking(case):
    app = case.build("int main(void) { two(); return 0; }", compiler=["gcc", "-fsanitize=thread"])
    done = case.run(app, "--format", "json")
    assert done.returncode == 1, done.stderr
    assert "raced" in {f["variable"] for f in json.loads(done.stdout)["findings"]}, done.stdout


def errno_is_kept(case):
    app = case.build("""
#include <errno.h>
int main(void) {
  errno = 77;
  void* p = malloc(100); x++; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); free(p);
  return errno == 77 ? 0 : 9;
}""")
    assert case.run(app).returncode == 0


def libc_calls_fail_as_ever(case):
    """With errno, and without touching what they were given."""
    app = case.build("""
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>
#define FAILS(call, error) do { errno = 0; if ((long)(call) != -1 || errno != error) return __LINE__ % 200; } while (0)
int main(void) {
  char text[8]; int ends[2]; char* stop = text; void* volatile nowhere = 0;
  if (pipe(ends)) return 1;
  FAILS(read(-1, text, 8), EBADF);
  FAILS(write(ends[1], (char*)nowhere + 1, 8), EFAULT);
  FAILS(readv(ends[0], nowhere, 1), EFAULT);
  FAILS(writev(ends[1], nowhere, -1), EINVAL);
  FAILS(recvmsg(ends[0], nowhere, 0), ENOTSOCK);
  FAILS(sendmsg(ends[0], nowhere, 0), ENOTSOCK);
  FAILS(recvfrom(ends[0], text, 8, 0, nowhere, nowhere), ENOTSOCK);
  FAILS(readlink("/", text, 8), EINVAL);
  errno = 0; if (getcwd(text, 1) || errno != ERANGE) return 2;
  errno = 0; if (strtol("5", &stop, 1) != 0 || errno != EINVAL || stop != text) return 3;
  errno = 0; if (strtol("99999999999999999999", 0, 10) != __LONG_MAX__ || errno != ERANGE) return 4;
  errno = 77; snprintf(text, 8, "%d", 5); if (strchr(text, 'x') || atoi(text) != 5 || errno != 77) return 5;
  return 0;
}""", flags=["-w"])
    done = case.run(app)
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert subprocess.run([app]).returncode == 0, "nor alone"


def an_overflow_is_caught_as_ever(case):
    """By the checks of a program that gcc fortified; the runtime's forms of these functions hand them on."""
    app = case.build("""
int main(int n, char** v) { char* to = malloc(4); const char* from = n > 50 ? "" : "far too long a string";
  sprintf(to, "%s", from); puts(to); return 0; }""", compiler=["gcc", "-fsanitize=thread"],
                     flags=["-O2", "-D_FORTIFY_SOURCE=2"])
    done = case.run(app)
    assert done.returncode != 0 and "buffer overflow detected" in done.stderr, done


def not_instrumented(case):
    app = case.build("int main(void) { return 0; }", compiler=["gcc"])
    done = case.run(app)
    assert done.returncode == 2 and "not instrumented" in done.stderr, done
    assert case.run(case.path("nothing")).returncode == 2
    assert case.run(case.path("app.c") + "x").returncode == 2


def alone_without_heddle(case):
    app = case.build("int main(void) { two(); puts(\"fine\"); return 6; }")
    done = subprocess.run([app], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 6 and done.stdout == "fine\n" and done.stderr == "", done


CASES = [crash_in_a_thread, killed, aborted, exit_with_threads_running, quick_exit_from_a_thread, two_thousand_threads,
         fork_in_a_threaded_program, signal_handler_on_shared_data, out_of_disk, read_while_it_runs, host_is_killed,
         closes_every_descriptor, loads_a_library, local_storage_of_a_loaded_library, starts_another_program,
         built_by_gcc_without_relinking, errno_is_kept, libc_calls_fail_as_ever,
         an_overflow_is_caught_as_ever, not_instrumented, alone_without_heddle]


def main():
    failed = 0
    for case in CASES:
        if sys.argv[2:] and case.__name__ not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as directory:
            try:
                case(Case(directory))
            except (AssertionError, subprocess.SubprocessError, KeyError, IndexError) as trouble:
                failed += 1
                print(f"{case.__name__}: {type(trouble).__name__}: {str(trouble)[:1500]}", flush=True)
    sys.exit(1 if failed else 0)


main()
