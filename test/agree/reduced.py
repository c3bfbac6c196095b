#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reduced and unreduced instrumentation find the same racy variables, on random programs.

    reduced.py HEDDLE DIRECTORY COUNT SEED COMPILER…

A case is a few threads that access variables of their own case: scalars, parts of a granule, arrays in loops of many forms,
blocks of the heap, through functions and copies. What orders them is posted once and waited for once, so which accesses
are ordered does not depend on the schedule, and each variable races in every run or in none. The variables are not static: of those clang leaves accesses out, as
the value is known, and later than the reduced checks are made. The cases of one program
run one after the other; it is built with and without the reduction (--unreduced), and both builds name their races.
"""
import collections, json, os, random, re, subprocess, sys

CASES = 25  # in one program
HEAD = '''// made by test/agree/reduced.py
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
volatile int one = 1, zero = 0, six = 6;
__attribute__((noinline)) static void add_to(long* p) { *p += 1; }
__attribute__((noinline)) static long value_of(const long* p) { return *p; }
__attribute__((noinline)) static long twice(long x) { return x * 2 + 1; }
__attribute__((noinline)) static void fill(long* p, int n) { for (int i = 0; i < n; i++) p[i] = i; }
static inline void flag_up(int* f) { __atomic_store_n(f, 1, __ATOMIC_RELEASE); }
static inline void flag_seen(int* f) { while (!__atomic_load_n(f, __ATOMIC_ACQUIRE)) sched_yield(); }
'''


class Case:
    """One case: its declarations, its threads' functions, and what starts them."""

    def __init__(self, number, draw):
        self.name, self.draw, self.posts = f'c{number}', draw, []
        self.threads = [[] for _ in range(draw.choice((2, 2, 3)))]
        for _ in range(draw.randint(4, 14)):
            self.step(draw.randrange(len(self.threads)))

    def step(self, thread):
        draw, out = self.draw, self.threads[thread]
        ready = [i for i, (poster, waited) in enumerate(self.posts) if poster != thread and not waited]
        what = draw.random()
        if what < 0.15:
            out.append(self.post(len(self.posts)))
            self.posts.append([thread, False])
        elif what < 0.35 and ready:
            number = draw.choice(ready)
            self.posts[number][1] = True
            out.append(self.wait(number))
        else:
            out.append(self.statement(2))
            if draw.random() < 0.3:
                out.append(out[-1])  # covered, if nothing was released in between

    def post(self, i):
        return f'sem_post(&{self.name}_sem[{i}]);' if i % 2 else f'flag_up(&{self.name}_flag[{i}]);'

    def wait(self, i):
        return f'sem_wait(&{self.name}_sem[{i}]);' if i % 2 else f'flag_seen(&{self.name}_flag[{i}]);'

    def scalar(self):
        return f'{self.name}_' + self.draw.choice(('x', 'y', 'z', 's.p', 's.q', 's.r', 's.t'))

    def access(self, place):
        return self.draw.choice((f'{place} = 3;', f'sum += {place};', f'{place}++;', f'sum += {place}; {place} = 7;',
                                 f'{place} = 1; sum += {place};', f'if ({place} == 99) sum++;'))

    def statement(self, depth):
        draw, n = self.draw, self.name
        kinds = ['scalar'] * 4 + ['call', 'heap', 'copy', 'local', 'vector', 'atomic']
        if depth > 0:
            kinds += ['loop'] * 5 + ['if'] * 2 + ['twice']
        kind = draw.choice(kinds)
        if kind == 'scalar':
            return self.access(self.scalar())
        if kind == 'call':
            return draw.choice((f'add_to(&{n}_x);', f'sum += value_of(&{n}_y);', f'{n}_z = twice({n}_z);', f'fill({n}_m + 2, 5);'))
        if kind == 'heap':
            return self.access(f'{n}_heap[{draw.randrange(8)}]')
        if kind == 'copy':
            return draw.choice((f'memset({n}_h + {draw.randrange(20)}, 1, {draw.randrange(1, 30)});',
                                f'memcpy({n}_m + 1, {n}_k + {draw.randrange(6)}, 8 * {draw.randrange(1, 7)});'))
        if kind == 'local':
            return '{ long own[6]; fill(own, 6); for (int i = 0; i < 6; i++) sum += own[i]; }'
        if kind == 'vector':
            return f'{n}_v = {n}_v + {n}_v;'  # not one element: clang may write the others back, and does so or not
        if kind == 'atomic':
            return f'__atomic_fetch_add(&{n}_count, 1, __ATOMIC_RELAXED);'
        if kind == 'twice':
            return self.statement(depth - 1) + ' ' + self.statement(depth - 1)
        if kind == 'if':
            condition = draw.choice(('one', 'zero', 'sum == 12345', 'sum != 12345'))
            return f'if ({condition}) {{ {self.statement(depth - 1)} }} else {{ {self.statement(depth - 1)} }}'
        return self.loop(depth)

    def loop(self, depth):
        draw = self.draw
        i, array = f'i{depth}', self.name + '_' + draw.choice(('m', 'k', 'h', 'heap'))
        low = draw.randrange(4)
        high = draw.choice((low, low + 1, low + draw.randrange(2, 12), 12))
        place = draw.choice((f'{array}[{i}]', f'{array}[{i}]', f'{array}[15 - {i}]', f'{array}[{i} + 1]', f'{array}[{low}]'))
        body = self.access(place)
        what = draw.random()
        if what < 0.15:
            body = f'if ({i} & 1) {{ {body} }}'
        elif what < 0.25:
            body += f' if (sum == 54321) break; {self.access(place)}'
        elif what < 0.45:
            body += ' ' + self.statement(depth - 1)
        elif what < 0.55:
            body += f' {self.access(f"{self.name}_m[{i}]")}'
        step = draw.choice((1, 1, 1, 2, 3))
        until = draw.choice((str(high), str(high), 'six'))
        return draw.choice((
            f'for (int {i} = {low}; {i} < {until}; {i} += {step}) {{ {body} }}',
            f'for (unsigned long {i} = {low}; {i} < {high}; {i} += {step}) {{ {body} }}',
            f'for (int {i} = {high} - 1; {i} >= {low}; {i}--) {{ {body} }}',
            f'{{ int {i} = {low}; do {{ {body} {i}++; }} while ({i} < {until}); }}'))

    def text(self):
        n, posts = self.name, max(1, len(self.posts))
        text = f'''
long {n}_x, {n}_y, {n}_z, {n}_m[17], {n}_k[17], {n}_count, *{n}_heap;
_Alignas(8) char {n}_h[64];
_Alignas(8) struct {{ char p, q; short r; int t; }} {n}_s;
typedef long {n}_vector __attribute__((vector_size(32)));
{n}_vector {n}_v;
sem_t {n}_sem[{posts}];
int {n}_flag[{posts}];
'''
        for number, body in enumerate(self.threads):
            lines = '\n  '.join(body)
            text += f'static void* {n}_thread{number}(void* unused) {{\n  long sum = (long)unused;\n  {lines}\n  return (void*)sum;\n}}\n'
        starts = ' '.join(f'pthread_create(&thread[{i}], 0, {n}_thread{i}, 0);' for i in range(len(self.threads)))
        return text + f'''static void {n}(void) {{
  pthread_t thread[3];
  {n}_heap = calloc(17, 8);
  for (int i = 0; i < {posts}; i++) sem_init(&{n}_sem[i], 0, 0);
  {starts}
  for (int i = 0; i < {len(self.threads)}; i++) pthread_join(thread[i], 0);
}}
'''


def build(heddle, compiler, level, source, program, more):
    subprocess.run([heddle, 'cc', *more, level, '-std=gnu11', '-w', source, '-o', program, '-pthread'], check=True,
                   env={**os.environ, 'HEDDLE_CC': compiler})


def racy(heddle, program):
    """The variables that race, as granules; one name for what lies in the same eight bytes."""
    done = subprocess.run([heddle, 'run', '--each-variable', '--format', 'json', program], capture_output=True, timeout=300)
    report = json.loads(done.stdout)
    if report['verdict'] == 'inconclusive':
        sys.exit(f'{program}: inconclusive: {report["reason"]}')
    found = set()
    for finding in report['findings']:
        name = finding.get('variable') or finding['message']
        name = re.sub(r'_s\.\w+', '_s', name)
        name = re.sub(r'_h\[(\d+)\]', lambda at: f'_h[{int(at[1]) // 8}]', name)
        found.add((finding['kind'], name))
    return found


def uses_quick_check(program):
    return b'heddle_runtime_line' in open(program, 'rb').read()


def main():
    heddle, directory, count, seed, compilers = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
    os.makedirs(directory, exist_ok=True)
    failures, races = 0, collections.Counter()
    for first in range(0, count, CASES):
        draw = random.Random(seed * 1000003 + first)
        compiler, level = draw.choice(compilers), draw.choice(('-O0', '-O1', '-O2', '-O2', '-O3', '-Os'))
        cases = [Case(number, draw) for number in range(CASES)]
        source = f'{directory}/program{first}.c'
        with open(source, 'w') as file:
            file.write(HEAD + ''.join(case.text() for case in cases) + 'int main(void) {\n' +
                       ''.join(f'  {case.name}();\n' for case in cases) + '  return 0;\n}\n')
        results = []
        for way, more in (('reduced', []), ('unreduced', ['--unreduced'])):
            program = f'{directory}/program{first}.{way}'
            build(heddle, compiler, level, source, program, more)
            if uses_quick_check(program) != (way == 'reduced'):
                sys.exit(f'{program}: the option --unreduced does not do what it says')
            results.append(racy(heddle, program))
        races.update(kind for kind, _ in results[1])
        if results[0] != results[1]:
            failures += 1
            print(f'{source} ({compiler} {level}): only reduced {sorted(results[0] - results[1])}, '
                  f'only unreduced {sorted(results[1] - results[0])}')
        else:
            for way in ('reduced', 'unreduced'):
                os.remove(f'{directory}/program{first}.{way}')
    print(f'{count} cases: {dict(races)}')
    if races['data-race'] < count / 10:
        sys.exit('hardly a race: the cases say nothing')
    sys.exit(1 if failures else 0)


main()
