# SPDX-License-Identifier: Apache-2.0
"""Code that was not compiled for heddle is a doubt with its name, and nothing else is: for each compiler, an object file
without instrumentation, one of a static library, assembly, a function with no_sanitize, a template that only the
uninstrumented object has; and programs that only look like it.

    uninstrumented.py HEDDLE WORKING_DIRECTORY COMPILER…
"""
import json
import os
import shutil
import subprocess
import sys

heddle, work = os.path.abspath(sys.argv[1]), sys.argv[2]
here = os.path.dirname(os.path.abspath(__file__))
include = os.path.abspath(os.path.join(here, "../../../include"))
os.makedirs(work, exist_ok=True)
os.chdir(work)
wrong = 0

MAIN = """#include <thread>
int use(int*);
int x;
int main() { std::thread a([] { use(&x); }); a.join(); return 0; }
"""
USE = "int use(int* p) { return ++*p; }\n"


def run(*command, environment=None):
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def expect(what, condition, shown):
    global wrong
    wrong += not condition
    print(f"{'right' if condition else 'WRONG'}  {what}" + ("" if condition else f": {shown}"), flush=True)


def verdicts(program):
    """Of `heddle check` and `heddle run`, with their reasons."""
    for command in (["check", "--save", "none"], ["run"]):
        done = run(heddle, *command, "--format", "json", program)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            report = {"verdict": "no report: " + done.stderr}
        yield command[0], report["verdict"], report.get("reason") or ""


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


for c, cpp in (("gcc", "g++"), ("clang-14", "clang++-14"), ("clang-19", "clang++-19")):
    if cpp not in sys.argv[3:] or shutil.which(cpp) is None:
        continue
    environment = dict(os.environ, HEDDLE_CC=c, HEDDLE_CXX=cpp)

    def ours(*arguments):
        done = run(heddle, "c++", "-std=c++20", "-I" + include, *arguments, environment=environment)
        if done.returncode != 0:
            sys.exit(done.stderr)

    def theirs(*arguments):
        done = run(*arguments)
        if done.returncode != 0:
            sys.exit(done.stderr)

    def doubted(what, program, *names):
        for command, verdict, reason in verdicts(program):
            named = all(name in reason for name in names)
            expect(f"{cpp}, {command}: {what} is in doubt", verdict == "inconclusive" and "not compiled for heddle" in reason and named, (verdict, reason))

    def clean(what, program):
        for command, verdict, reason in verdicts(program):
            expect(f"{cpp}, {command}: {what} is not in doubt", verdict == "clean", (verdict, reason))

    # In another process than the one that writes the result.
    write("plugin.c", USE)
    write("loads.cpp", """#include <dlfcn.h>
#include <thread>
int x;
int main() {
  void* library = dlopen("./plugin.so", RTLD_NOW);
  auto use = reinterpret_cast<int (*)(int*)>(dlsym(library, "use"));
  std::thread a([=] { use(&x); });
  use(&x);
  a.join();
  dlclose(library);
}
""")
    theirs(c, "-shared", "-fPIC", "plugin.c", "-o", "plugin.so")
    ours("loads.cpp", "-o", "app", "-pthread")
    doubted("a library that is loaded", "./app", "plugin.so")

    write("main.cpp", MAIN)
    write("use.cpp", USE)
    ours("-O1", "-c", "main.cpp", "-o", "main.o")
    for level in ("-O0", "-O2"):
        theirs(cpp, level, "-g", "-c", "use.cpp", "-o", "use.o")
        ours("main.o", "use.o", "-o", "app", "-pthread")
        doubted(f"an object ({level})", "./app", "`use(int*)`", "use.cpp:1")
    theirs(cpp, "-O2", "-c", "use.cpp", "-o", "use.o")
    if os.path.exists("libuse.a"):
        os.unlink("libuse.a")
    theirs("ar", "rcs", "libuse.a", "use.o")
    ours("main.o", "-L.", "-luse", "-o", "app", "-pthread", "-no-pie")
    doubted("a static library without debug information", "./app", "`use(int*)`")
    theirs("strip", "app")
    for command, verdict, reason in verdicts("./app"):
        expect(f"{cpp}, {command}: a stripped program is in doubt", verdict == "inconclusive" and "no symbol table" in reason, (verdict, reason))
    # A library of which only a part was compiled for heddle, and nobody can say which.
    write("more.cpp", USE.replace("use", "more"))
    theirs(cpp, "-O2", "-fPIC", "-c", "more.cpp", "-o", "more.o")
    ours("-O1", "-fPIC", "-shared", "use.cpp", "more.o", "-o", "libpart.so")
    theirs("strip", "libpart.so")
    ours("main.o", "-L.", "-lpart", "-Wl,-rpath," + os.getcwd(), "-o", "app", "-pthread")
    for command, verdict, reason in verdicts("./app"):
        expect(f"{cpp}, {command}: a stripped library is in doubt", verdict == "inconclusive" and "no symbol table" in reason, (verdict, reason))
    write("use.s", ".globl _Z3usePi\n_Z3usePi: incl (%rdi)\n ret\n.section .note.GNU-stack\n")
    theirs(c, "-c", "use.s", "-o", "use.o")
    ours("main.o", "use.o", "-o", "app", "-pthread")
    doubted("assembly", "./app", "use(int*)")
    write("use.cpp", '__attribute__((no_sanitize("thread"))) ' + USE)
    for level in ("-O0", "-O2"):
        ours(level, "main.o", "use.cpp", "-o", "app", "-pthread")
        doubted(f"no_sanitize ({level})", "./app", "`use(int*)`", "use.cpp:1")
    # The linker takes the first of two copies of a template: here the one without instrumentation, of an
    # object whose other functions touch no memory.
    write("template.h", "template <class T> __attribute__((noinline)) int first(T* p) { return ++*p; }\n")
    write("copy.cpp", '#include "template.h"\ntemplate int first<int>(int*);\n')
    write("use.cpp", '#include "template.h"\nint use(int* p) { return first(p); }\n')
    theirs(cpp, "-O2", "-c", "copy.cpp", "-o", "copy.o")
    ours("-O1", "-c", "use.cpp", "-o", "use.o")
    ours("copy.o", "main.o", "use.o", "-o", "app", "-pthread")
    doubted("another object's copy of a template", "./app", "first<int>(int*)")

    write("use.cpp", "#include <heddle/record.h>\nHEDDLE_TRUSTED " + USE)
    for level in ("-O0", "-O2"):
        ours(level, "main.o", "use.cpp", "-o", "app", "-pthread")
        clean(f"HEDDLE_TRUSTED ({level})", "./app")
    # Nothing another thread could see: constants, tables of a switch, arrays on the stack, results in memory, no
    # memory at all.
    write("use.cpp", """#include <string>
#include <vector>
struct Big { long a[9]; };
const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
extern const char* const names[] = {"zero", "one", "two"};
int digit(int i) { return table[i & 7]; }
const char* name(int i) { return names[i % 3]; }
int many(int i) {
  switch (i) { case 0: return 3; case 1: return 17; case 2: return -4; case 3: return 99; case 4: return 7; case 5: return 23; default: return 0; }
}
int add(int a, int b) { return a + b; }
int on_stack(int n) { int a[16] = {}; for (int i = 0; i < 16; ++i) a[i] = n * i; int s = 0; for (int i = 0; i < 16; ++i) s += a[i] ^ n; return s; }
struct Base { virtual ~Base() = default; virtual int f(int i) const { return i; } };
struct Other { virtual ~Other() = default; virtual int g() const { return 2; } };
struct Derived : Base, Other { int f(int i) const override { return i + 1; } int g() const override { return 3; } };
int use(int* p) {
  std::vector<int> v{1, 2, 3};
  std::string s = name(*p);
  Derived d;
  const Other& other = d;
  thread_local int calls = 0;
  ++calls;
  return static_cast<int>(v.size() + s.size()) + digit(*p) + many(*p) + add(1, 2) + on_stack(*p) + d.f(1) + other.g() + calls;
}
""")
    for level in ("-O0", "-O1", "-O2", "-O3"):
        ours(level, "main.o", "use.cpp", "-o", "app", "-pthread")
        clean(f"what touches no memory of others ({level})", "./app")
    ours("-O2", "main.o", "use.cpp", "-o", "app", "-pthread", "-static-libgcc", "-no-pie")
    clean("a static libgcc", "./app")
    ours("-O2", "main.o", "use.cpp", "-o", "app", "-pthread", "-static-libstdc++")
    done = run(heddle, "check", "./app", "--save", "none")
    expect(f"{cpp}: a static libstdc++ cannot be checked, and that is said", done.returncode == 2 and "-static-libstdc++" in done.stderr, done)
    done = run(heddle, "run", "--format", "json", "./app")
    expect(f"{cpp}, run: a static libstdc++ is not in doubt", json.loads(done.stdout)["verdict"] == "clean", done)
sys.exit(1 if wrong else 0)
