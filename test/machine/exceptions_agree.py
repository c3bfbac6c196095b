#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exceptions by chance: functions that throw, catch, rethrow and clean up compute the same on the machine as compiled.

exceptions_agree.py HEDDLE DIRECTORY [SEED [FUNCTIONS]]

A compiled program prints what each function computes. The same program, which asserts these numbers, must be clean on the
machine. What fails is a function: the text of it and of those it calls is printed.
"""
import pathlib
import random
import re
import subprocess
import sys

TYPES = """struct A { int n; virtual ~A() { trace(1); } A(int k) : n(k) {} A(const A& a) : n(a.n) { trace(2); } };
struct B : A { using A::A; };
struct O { int o = 5; virtual ~O() { trace(3); } };
struct C : virtual A, O { C(int k) : A(k) {} };
struct D : B, O { using B::B; };
struct E : private A { using A::A; };
static A an_a(11); static B a_b(12);
struct Says { int k; ~Says() { trace(k); } };
"""
THROWN = ["A({k})", "B({k})", "C({k})", "D({k})", "E({k})", "O()", "{k}", "{k}.5", "\"text\"", "&an_a", "&a_b", "{k}L"]
CAUGHT = [("const A& x", "x.n"), ("A x", "x.n"), ("B& x", "x.n"), ("const O& x", "x.o"), ("C& x", "x.n"), ("D x", "x.o"), ("int x", "x"),
          ("double x", "(int)x"), ("const char* x", "x[0]"), ("A* x", "x->n"), ("const B* x", "x->n"), ("long x", "(int)x"), ("...", "9")]


class Writer:
    def __init__(self, chance, before):
        self.chance, self.before, self.number = chance, before, 0

    def statement(self, depth, handler):
        pick = self.chance.random()
        k = self.chance.randrange(4, 90)
        if depth == 0 or pick < 0.2:
            return f"trace({k});"
        if pick < 0.35:
            thrown = self.chance.choice(THROWN).format(k=k)
            return f"if (t % {self.chance.randrange(1, 4)} == 0) throw {thrown};"
        if pick < 0.42 and handler:
            return f"if (t % {self.chance.randrange(1, 3)} == 0) throw;"
        if pick < 0.5 and self.before:
            return f"f{self.chance.randrange(self.before)}();"
        if pick < 0.65:
            self.number += 1
            return f"{{ Says s{self.number}{{{k}}}; {self.block(depth - 1, handler)} }}"
        if pick < 0.7:
            return f"for (int i = 0; i < {self.chance.randrange(1, 4)}; ++i) {{ {self.block(depth - 1, handler)} }}"
        kinds = self.chance.sample(CAUGHT, self.chance.randrange(1, 4))
        kinds.sort(key=lambda kind: kind[0] == "...")
        handlers = " ".join(f"catch ({what}) {{ trace({value}); {self.block(depth - 1, True)} }}" for what, value in kinds)
        return f"try {{ {self.block(depth - 1, handler)} }} {handlers}"

    def block(self, depth, handler):
        return " ".join(self.statement(depth, handler) for _ in range(self.chance.randrange(1, 4)))


def functions(chance, count):
    return [f"static void f{i}() {{ {Writer(chance, i).block(4, False)} }}" for i in range(count)]


def program(made, numbers):
    calls = "".join(f"  run({i}, f{i}, {numbers[i] if numbers else 0}u);\n" for i in range(len(made)))
    tell = "assert(t == expected)" if numbers else 'std::printf("%u\\n", t)'
    include = "cassert" if numbers else "cstdio"
    return (f"#include <{include}>\nstatic unsigned t; static int steps;\nstatic void trace(int k) {{ if (++steps > 400) return; "
            f"t = t * 31 + (unsigned)k; }}\n"
            + TYPES + "\n".join(made) + "\nstatic void run(int, void (*f)(), unsigned expected) {\n  t = steps = 0;\n"
            "  try { f(); } catch (...) { trace(77); }\n  (void)expected; " + tell + ";\n}\nint main() {\n" + calls + "}\n")


def with_callees(made, wanted):
    needed = {wanted}
    for i in sorted(range(wanted + 1), reverse=True):
        if i in needed:
            needed |= {int(n) for n in re.findall(r"\bf(\d+)\(\);", made[i])}
    return [made[i] for i in sorted(needed)]


def main():
    heddle, work = sys.argv[1], pathlib.Path(sys.argv[2])
    seed, count = int(sys.argv[3]) if len(sys.argv) > 3 else 1, int(sys.argv[4]) if len(sys.argv) > 4 else 150
    work.mkdir(parents=True, exist_ok=True)
    made = functions(random.Random(seed), count)
    source = work / f"compiled{seed}.cpp"
    source.write_text(program(made, None))
    subprocess.run(["g++", "-w", "-O0", "-o", str(work / f"compiled{seed}"), str(source)], check=True)
    ran = subprocess.run([str(work / f"compiled{seed}")], check=True, capture_output=True, text=True, timeout=60)
    numbers = [int(line) for line in ran.stdout.split()]
    source = work / f"asserted{seed}.cpp"
    source.write_text(program(made, numbers))
    checked = subprocess.run([heddle, "check", "--engine", "machine", str(source), "--save", "none"], capture_output=True, text=True)
    if checked.returncode == 0 and len(set(numbers)) > count // 3:
        print(f"{count} functions agree, {len(set(numbers))} different results")
        return 0
    print(checked.stdout[-3000:], checked.stderr[-2000:])
    for i, text in enumerate(made):  # which one
        alone = with_callees(made, i)
        order = [int(re.search(r"f(\d+)", text)[1]) for text in alone]
        body = program([], [0]).replace("int main() {\n", "\n".join(alone) + f"\nint main() {{\n  run(0, f{i}, {numbers[i]}u);\n")
        source.write_text(body)
        one = subprocess.run([heddle, "check", "--engine", "machine", str(source), "--save", "none"], capture_output=True, text=True)
        if one.returncode != 0:
            print(f"f{i} (with {order}) computes {numbers[i]} when compiled:\n" + "\n".join(alone), "\n", one.stdout[:1500])
            break
    return 1


sys.exit(main())
