# SPDX-License-Identifier: Apache-2.0
"""A process for all executions says what a process for each execution says.

    in_process.py HEDDLE WORKING_DIRECTORY [every]

Every program (or every so many-th) of test/programs that is checked as a whole, and the made-up ones of leaves below, goes through `heddle check` both ways:
the verdict, the kinds of findings and, where the search was exhausted, the number of executions must be the same. The programs below leave
something behind that the next execution would notice, each in another place.
"""
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

heddle, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../.."))
os.makedirs(work, exist_ok=True)

HEAD = """#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <pthread.h>
#ifdef __cplusplus
#include <atomic>
using namespace std;
#else
#include <stdatomic.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static atomic_int x;
static void* body(void* a) { atomic_fetch_add(&x, 1); atomic_load(&x); return a; }
static void two(void) { pthread_t a, b; pthread_create(&a, 0, body, 0); pthread_create(&b, 0, body, 0); pthread_join(a, 0); pthread_join(b, 0); }
"""
LEAVES = {  # name: (body of main, and what stands before it; what --statistics says of processes)
    "nothing": ("", "two();", "one, for all"),
    "a global": ("static int count;", "assert(count++ == 0); two();", "one, for all"),
    "heap from before main": ("static int* p; __attribute__((constructor)) static void make(void) { p = calloc(1, 4); }",
                              "assert((*p)++ == 0); two();", "one, for all"),
    "a thread-local": ("static _Thread_local int count;", "assert(count++ == 0); two();", "one, for all"),
    "errno": ("", "assert(errno == 0); two(); errno = 7;", "one, for all"),
    "a stream's buffer": ("", "assert(stdout->_IO_write_base == stdout->_IO_write_ptr); printf(\"x\"); two();", "one, for all"),
    "the end of a file": ("", "assert(!feof(stdin)); getchar(); two();", "one, for all"),
    "pushed back": ("", "ungetc('a', stdin); assert(getchar() == 'a'); ungetc('b', stdin); two();", "one, for all"),
    "rand": ("", "static int first; int r = rand(); assert(first == 0); first = r; two();", "one, for all"),
    "rand's sequence": ("static int once;", "assert(rand() == 1804289383); two();", "one, for all"),
    "strtok": ("static char text[] = \"a b c\";", "assert(strcmp(strtok(text, \" \"), \"a\") == 0); two(); strtok(0, \" \");", "one, for all"),
    "getopt": ("", "assert(optind == 1); char* v[] = {\"p\", \"q\", \"-a\", 0}; getopt(3, v, \"a\"); two();", "one, for all"),
    "a handler": ("static int ran; static void h(void) { assert(ran++ == 0); }", "atexit(h); two();", "one, for all"),
    "a destructor function": ("static int ran; __attribute__((destructor)) static void h(void) { assert(ran++ == 0); }", "two();", "one, for all"),
    "exit in a thread": ("static void* leave(void* a) { exit(0); return a; }",
                         "pthread_t t; pthread_create(&t, 0, leave, 0); two(); pthread_join(t, 0);", "one, for all"),
    "the time zone": ("", "time_t t = 0; assert(localtime(&t) != 0); two();", "one, for all"),
    "a stack for handlers": ("#include <signal.h>\nstatic char stack[65536];",
                             "stack_t s = {stack, 0, sizeof stack}, old; assert(sigaltstack(&s, &old) == 0 && old.ss_flags == SS_DISABLE); two(); "
                             "assert(sigaltstack(0, &old) == 0 && old.ss_sp == stack);", "one, for all"),
    "the environment": ("", "assert(getenv(\"HEDDLE_LEFT\") == 0); two(); setenv(\"HEDDLE_LEFT\", \"1\", 1);", "one for each"),
    "the locale": ("", "assert(setlocale(LC_ALL, 0)[0] == 'C'); two(); setlocale(LC_ALL, \"\");", "one for each"),
    "a descriptor": ("", "assert(dup(0) < 4 || 1); static int last = -1; int d = dup(0); assert(last == -1 || d == last); last = d; two();", "one for each"),
    "a directory": ("", "char d[99]; assert(strcmp(getcwd(d, 99), \"/\") != 0); two(); assert(chdir(\"/\") == 0);", "one for each"),
    "mapped before main": ("#include <sys/mman.h>\nstatic int* p; __attribute__((constructor)) static void make(void) { p = mmap(0, 4096, 3, 34, -1, 0); }",
                           "assert((*p)++ == 0); two();", "one for each"),
    "a large heap from before": ("static char* p; __attribute__((constructor)) static void make(void) { p = calloc(1, 100 << 20); }",
                                 "assert(p[5] == 0); p[5] = 1; two();", "one for each"),
}
LEAVES_CXX = {
    "a global map": ("#include <map>\nstatic std::map<int, int> m;", "assert(m.empty()); m[1] = 2; m[2] = 3; two();", "one, for all"),
    "a global string": ("#include <string>\nstatic std::string s;", "assert(s.empty()); s.append(100, 'x'); two();", "one, for all"),
    "a static local": ("struct S { int n = 0; };", "static S* s = new S; assert(s->n++ == 0); two();", "one, for all"),
    "a stream's state": ("#include <iostream>\n#include <iomanip>", "assert(std::cout.precision() == 6); std::cout << std::setprecision(3) << 1.5; two();", "one, for all"),
    "an exception": ("#include <stdexcept>", "try { throw std::runtime_error(\"x\"); } catch (std::exception&) { two(); }", "one, for all"),
    "an allocator that is not inlined": ("extern \"C\" void destroy(void*) __asm__(\"_ZNSaIcED1Ev\");", "char a; destroy(&a); two();", "one, for all"),
    "a stream in memory": ("#include <sstream>", "std::ostringstream s; s << 1; assert(s.str() == \"1\"); two();", "one, for all"),
    "a cast": ("struct A { virtual ~A() {} }; struct B : A {};", "A* a = new B; assert(dynamic_cast<B*>(a) != 0); delete a; two();", "one, for all"),
    "a stream without a file": ("#include <fstream>", "std::ofstream f; assert(!f.is_open()); f.close(); two();", "one, for all"),
    "a file from before": ("#include <fstream>\nstatic std::ifstream f(\"/etc/hostname\");", "assert(f.is_open()); two(); f.close();", "one for each"),
    "a file that ends with its block": ("#include <fstream>", "static std::ifstream* f = new std::ifstream; { std::ifstream g; g.open(\"/etc/hostname\"); f->swap(g); } two(); delete f;",
                                        "one for each"),
    "a file": ("#include <fstream>", "std::ifstream f(\"/etc/hostname\"); std::string s; f >> s; two();", "one for each"),
}


def run(program, *options):
    done = subprocess.run([heddle, "check", program, "--engine", "native", "--format", "json", "--save", "none", "--statistics",
                           "--limit-seconds", "1", "--jobs", "1", *options], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=work)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": "no report", "findings": [], "statistics": {}, "reason": done.stderr}


def compare(name, command, expected=""):
    binary = os.path.join(work, re.sub(r"\W", "_", name))
    if subprocess.run([heddle, *command, "-w", "-O1", "-I" + os.path.join(root, "include"), "-o", binary, "-pthread"], capture_output=True).returncode != 0:
        return f"skipped {name}: it is not built this way"
    one, each = run(binary), run(binary, "--isolate")
    os.unlink(binary)
    processes = one["statistics"].get("processes", "")
    said = [(r["verdict"], sorted({f["kind"] for f in r["findings"]})) for r in (one, each)]
    partial = ("not all schedules", "an execution was cut", "did not repeat itself")
    whole = not any(words in str(r.get("reason")) for r in (one, each) for words in partial)
    if whole and not one["findings"]:
        said = [(*s, r["statistics"].get("executions")) for s, r in zip(said, (one, each))]
    if whole and said[0] != said[1] or not processes.startswith(expected) and not one["findings"]:
        return f"WRONG {name}: in one process {said[0]}, in one for each {said[1]}; {processes}; {one.get('reason')} {each.get('reason')}"
    return f"right {name}: {said[0][0]}, {processes}"


def jobs():
    for leaves, suffix, compiler in ((LEAVES, "c", ["cc"]), (LEAVES_CXX, "cpp", ["c++", "-std=c++20"])):
        for name, (before, main, expected) in leaves.items():
            path = os.path.join(work, re.sub(r"\W", "_", name) + "." + suffix)
            with open(path, "w") as file:
                file.write(f"{HEAD}{before}\nint main(void) {{ {main} return 0; }}\n")
            yield "leaves " + name, [*compiler, path], expected
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for path in sorted(glob.glob(os.path.join(root, "test/programs/*.c*")))[::every]:
        text = open(path).read()
        if "// only: run" in text or "// built-by:" in text or os.path.basename(path).count(".") < 2:
            continue
        flags = re.search(r"^// flags: (.*)$", text, re.M)
        compiler = ["cc"] if path.endswith(".c") else ["c++", "-std=c++20"]
        yield os.path.basename(path), [*compiler, *(flags.group(1).split() if flags else []), path], ""


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    lines = list(pool.map(lambda job: compare(*job), jobs()))
print("\n".join(lines))
wrong = sum(line.startswith("WRONG") for line in lines)
print(f"{len(lines)} programs, {wrong} wrong")
sys.exit(1 if wrong else 0)
