# SPDX-License-Identifier: Apache-2.0
"""Whole C and C++ programs made up by chance: threads that call what the rule book of synchronisation has rows for.

A program is one to three families of objects (whole_program_rows.py), some threads, and for each thread a list of
statements about these objects. Families make right and wrong statements; most programs have none or one wrong one. Each
program is a function `program_NUMBER`, so that hundreds are compiled at once, and ends in a call of outcome() with a number
that depends on everything it computed. In a text `$` stands for the program's number.

What is dropped from a program leaves a program: a statement, the statement around others, a thread, an object that nobody
names any more. That is all shrinking needs.
"""
import copy
import dataclasses
import random
import re

import whole_program_lives  # adds its families to those of the rows
import whole_program_thrown  # the same
import whole_program_rows as rows

NAME = re.compile(r"(\w+)\$")


@dataclasses.dataclass
class Thread:
    statements: list
    parent: int = 0          # who creates it, among those with smaller numbers; 0 is the program's own thread
    created_at: int = 0      # before which of the parent's statements
    joined_at: int = 99      # and before which it is joined
    start: str = "pthread"   # pthread, c11, std, jthread
    end: str = "join"        # join, tryjoin, timedjoin, clockjoin, detach, nothing
    leaves: str = ""         # how its function ends: "", pthread_exit, thrd_exit
    id_is_global: bool = False


@dataclasses.dataclass
class Program:
    language: str            # c, cpp
    whole: bool              # it ends the process: it has to be a program of its own
    objects: list            # of rows.Object
    threads: list            # of Thread; the first is the program's own


def make(seed, language, whole=False):
    chance = random.Random(f"{seed} {language} {whole}")
    maker = rows.Maker(chance, language)
    families = rows.choose_families(maker, whole)
    count = chance.choice((1, 1, 1, 2, 2)) + 1
    budget = {2: 4, 3: 2}[count] if not whole else 2
    threads = []
    mistakes = chance.random() < 0.4
    for number in range(count + 1):
        size = chance.randint(1, budget) if number > 0 else chance.choice((0, 0, 0, 1, 2))
        statements = maker.statements(families, size, mistakes)
        parent = chance.choice((0, 0, 0, chance.randrange(number))) if number > 0 else 0
        thread = Thread(statements, parent)
        if number > 0:
            choose_life(chance, language, thread, threads[parent], mistakes, whole)
        threads.append(thread)
    return Program(language, whole, maker.objects, threads)


def choose_life(chance, language, thread, parent, mistakes, whole):
    """Threads that nobody joins are for programs of their own: those end with main, a test's function only with its threads."""
    thread.created_at = chance.choice((0, 0, chance.randint(0, len(parent.statements))))
    thread.joined_at = chance.choice((99, 99, chance.randint(thread.created_at, len(parent.statements))))
    thread.start = chance.choice(("pthread", "pthread", "std", "jthread") if language == "cpp" else
                                 ("pthread", "pthread", "pthread", "c11"))
    if thread.start == "pthread":
        ends = ("tryjoin", "timedjoin", "timedjoin_past", "clockjoin", "timedjoin_wrong", "detach" if whole else "tryjoin")
        thread.end = chance.choice(ends) if chance.random() < 0.2 else "join"
        thread.leaves = "pthread_exit" if chance.random() < 0.02 else ""
        if mistakes and chance.random() < 0.08:
            thread.end = chance.choice(("join_twice", "detach_and_join", "nothing" if whole else "join_twice", "self_join", "result"))
    elif thread.start == "c11":
        thread.end = "detach" if whole and chance.random() < 0.1 else "join"
        thread.leaves = "thrd_exit" if chance.random() < 0.2 else ""
    elif thread.start == "std":
        thread.end = "detach" if whole and chance.random() < 0.1 else "join"
    thread.id_is_global = thread.start in ("pthread", "c11") and chance.random() < 0.3


# ---- text ----

def id_of(thread, number):
    return f"id{number}$" if thread.id_is_global else f"id{number}"


def creation(thread, number):
    start, name = thread.start, id_of(thread, number)
    if start == "pthread":
        lines = [] if thread.id_is_global else [f"pthread_t {name};"]
        lines.append(f"pthread_create(&{name}, 0, thread{number}$, 0);")
        if thread.end == "detach":
            lines.append(f"pthread_detach({name});")
        return lines
    if start == "c11":
        lines = [] if thread.id_is_global else [f"thrd_t {name};"]
        lines.append(f"thrd_create(&{name}, thread{number}$, 0);")
        if thread.end == "detach":
            lines.append(f"thrd_detach({name});")
        return lines
    lines = [f"std::{'thread' if start == 'std' else 'jthread'} {name}(thread{number}$, (void*)0);"]
    if thread.end == "detach":
        lines.append(f"{name}.detach();")
    return lines


def joining(thread, number):
    name, end = id_of(thread, number), thread.end
    if end in ("detach", "nothing"):
        return []
    join = f"pthread_join({name}, 0);"
    if thread.start == "c11":
        return [f"thrd_join({name}, 0);"]
    if thread.start in ("std", "jthread"):
        return [f"{name}.join();"]
    if end == "join":
        return [join]
    if end in ("join_twice", "detach_and_join"):
        return [join if end == "join_twice" else f"pthread_detach({name});", join]
    if end == "self_join":
        return ["r = r * 5 + code(pthread_join(pthread_self(), 0));", join]
    if end == "result":
        return [f"void* result{number}; pthread_join({name}, &result{number});",
                f"r = r * 5 + (result{number} != 0);"]
    attempt = {
        "tryjoin": f"pthread_tryjoin_np({name}, 0)",
        "timedjoin": f"pthread_timedjoin_np({name}, 0, &late)",
        "timedjoin_past": f"pthread_timedjoin_np({name}, 0, &past)",
        "timedjoin_wrong": f"pthread_timedjoin_np({name}, 0, &wrong)",
        "clockjoin": f"pthread_clockjoin_np({name}, 0, CLOCK_MONOTONIC, &past)",
    }[end]
    return [f"int e{number} = {attempt};", f"r = r * 5 + code(e{number});",
            f"if (e{number} != 0) {join}"]


def lines_of(statements, depth):
    for statement in statements:
        for line in statement.head:
            yield "  " * depth + line
        if statement.body or statement.tail:
            yield from lines_of(statement.body, depth + 1)
            for line in statement.tail:
                yield "  " * depth + line


def body_of(program, number):
    """A thread's statements, with the lives of the threads it makes in between."""
    thread = program.threads[number]
    children = [(n, each) for n, each in enumerate(program.threads) if n > 0 and each.parent == number]
    size = len(thread.statements)
    for place in range(size + 1):
        for n, each in children:
            if min(each.created_at, size) == place:
                yield from ("  " + line for line in creation(each, n))
        for n, each in children:
            if max(min(each.joined_at, size), min(each.created_at, size)) == place:
                yield from ("  " + line for line in joining(each, n))
        if place < size:
            yield from lines_of([thread.statements[place]], 1)


def used_objects(program, text):
    """Those that the threads name, and those that these name, in their order."""
    by_name = {name: each for each in program.objects for name in each.names()}
    wanted, queue = set(), NAME.findall(text)
    while queue:
        each = by_name.get(queue.pop())
        if each is not None and id(each) not in wanted:
            wanted.add(id(each))
            queue += NAME.findall(each.text())
    return [each for each in program.objects if id(each) in wanted]


def emit(program, number):
    bodies = ["\n".join(body_of(program, n)) for n in range(len(program.threads))]
    if not program.whole:  # a test's function comes back
        bodies[0] = re.sub(r"return 0;|pthread_exit\(0\);", "{}", bodies[0])
    objects = used_objects(program, "\n".join(bodies))
    out = [f"/* ---- program {number} ---- */"]
    out += [line for each in objects for line in each.declaration]
    observed = [expression for each in objects for expression in each.observed]
    for n, thread in enumerate(program.threads):
        if n == 0:
            continue
        if thread.end not in ("detach", "nothing"):
            observed.append(f"done{n}$")
        out.append(f"static volatile unsigned done{n}$;")  # nothing a thread did is dead
        if thread.id_is_global:
            out.append(f"static {'thrd_t' if thread.start == 'c11' else 'pthread_t'} id{n}$;")
    out += [line for each in objects for line in each.functions]
    for n in reversed(range(1, len(program.threads))):
        thread = program.threads[n]
        c11 = thread.start == "c11"
        out.append(f"static {'int' if c11 else 'void*'} thread{n}$(void* argument) {{")
        out += ["  unsigned r = 0;", "  (void)argument;", bodies[n], f"  done{n}$ = r;"]
        if thread.leaves:
            out.append("  thrd_exit(0);" if c11 else "  pthread_exit(0);")
        out += ["  return 0;", "}"]
    linkage = 'extern "C" ' if program.language == "cpp" else ""
    out.append(f"{linkage}int program_{number}(void) {{")
    out.append("  unsigned r = 0;")
    out += ["  " + line for each in objects for line in each.begin]
    out.append(bodies[0])
    out.append("  unsigned h = r;")
    out += [f"  h = h * 31 + (unsigned)({each});" for each in observed]
    out += ["  " + line for each in reversed(objects) for line in each.end]
    out += [f"  outcome({number}, h);", "  return 0;", "}"]
    return re.sub(r"\n\n+", "\n", "\n".join(out)).replace("$", f"_{number}") + "\n"


# ---- smaller programs ----

def smaller(program):
    """Programs with something left out, the largest pieces first."""
    for n in reversed(range(1, len(program.threads))):
        if any(each.parent == n for each in program.threads[1:]):
            continue
        less = copy.deepcopy(program)
        del less.threads[n]
        for each in less.threads:
            each.parent -= each.parent > n
        yield less
    for n in range(len(program.threads)):
        for path in paths(program.threads[n].statements):
            for keeps_body in (False, True):
                less = copy.deepcopy(program)
                at = less.threads[n].statements
                for step in path[:-1]:
                    at = at[step].body
                statement = at[path[-1]]
                if keeps_body and not statement.body:
                    continue
                at[path[-1]:path[-1] + 1] = statement.body if keeps_body else []
                yield less
    for n, thread in enumerate(program.threads):
        for field in ("end", "leaves", "id_is_global", "created_at", "joined_at", "parent", "start"):
            plain = {"end": "join", "leaves": "", "id_is_global": False, "created_at": 0, "joined_at": 99, "parent": 0,
                     "start": "pthread"}[field]
            if n > 0 and getattr(thread, field) != plain:
                less = copy.deepcopy(program)
                setattr(less.threads[n], field, plain)
                yield less


def paths(statements):
    for i, each in enumerate(statements):
        yield [i]
        for rest in paths(each.body):
            yield [i, *rest]
