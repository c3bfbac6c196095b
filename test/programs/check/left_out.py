# SPDX-License-Identifier: Apache-2.0
"""Accesses that compilers leave out of their instrumentation, and heddle's plug-ins (src/compile) tell: for each of them
another thread touches the first or last byte of it, which is a data race, or the byte behind it, which is none.

    left_out.py HEDDLE WORKING_DIRECTORY COMPILER [flag…]

An access is a statement about the object `o` of a type. `extent`: the bytes that it accesses. `o` is within a structure with
bytes behind it. A statement that reads meets a thread that writes, and the other way round.
"""
import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys

heddle, work, compiler, flags = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
if shutil.which(compiler) is None or ("-mavx2" in flags and " avx2 " not in open("/proc/cpuinfo").read()):
    sys.exit(77)
clang = "clang" in compiler
os.makedirs(work, exist_ok=True)


@dataclasses.dataclass
class Access:
    name: str
    type: str  # with $ where the name stands
    statement: str
    extent: range
    writes: bool
    behind: int = -1  # -1: where the extent ends
    not_known: bool = False


def both(name, type, write, read, extent, **more):
    return [Access(name + "_written", type, write, extent, True, **more), Access(name + "_read", type, read, extent, False, **more)]


TEXT = "char $[32]"
ACCESSES = [
    # sizes that no instruction has, and large ones
    *both("bits_20", "struct { unsigned a : 20; unsigned char rest; } $", "o.a = x", "x = o.a", range(3)),
    *both("bits_44", "struct __attribute__((packed)) { unsigned long a : 44; unsigned short rest; } $", "o.a = x", "x = o.a", range(6)),
    *both("bits_40", "struct __attribute__((packed)) { unsigned long a : 40; char rest[3]; } $", "o.a = x", "x = o.a", range(5)),
    *both("long_double", "long double $", "o = x", "x = o", range(10), behind=16),
    *both("vector_32", "int $ __attribute__((vector_size(32), aligned(4)))", "o += x", "x = (o + 1)[x & 1]", range(32)),
    *both("vector_64", "int $ __attribute__((vector_size(64), aligned(4)))", "o += x", "x = (o + 1)[x & 1]", range(64)),
    *both("three_bytes", "three $", "o = other_three", "other_three = o", range(3)),
    *both("loop", "int $[64]", "for (int i = 0; i < 64; ++i) o[i] += 3", "for (int i = 0; i < 64; ++i) sum += o[i]", range(256)),
    *both("loop_of_pairs", "struct { int a, b; } $[64]", "for (int i = 0; i < 64; ++i) o[i].a = o[i].b = i",
          "for (int i = 0; i < 64; ++i) sum += o[i].a - o[i].b", range(512)),
    # by a mask: the loop accesses what its condition says
    *both("masked_loop", "int $[64]", "for (int i = 0; i < 64; ++i) if (chosen[i]) o[i] = i",
          "for (int i = 0; i < 64; ++i) if (chosen[i]) sum += o[i]", range(80, 148)),
    *both("indexed_loop", "int $[64]", "for (int i = 0; i < 34; ++i) o[indices[i]] = i", "for (int i = 0; i < 34; ++i) sum += o[indices[i]]", range(80, 148)),
    # structures by value
    Access("argument_3", "three $", "take_three(o)", range(3), False),
    Access("argument_24", "long_three $", "take_long_three(o)", range(24), False),
    Access("argument_200", "large $", "take_large(o)", range(200), False),
    Access("argument_by_pointer", "large $", "large *p = pointer(&o); take_large(*p)", range(200), False),
    Access("variable_argument", "long_three $", "take_any(1, o)", range(24), False),
    Access("result_3", "three $", "o = give_three()", range(3), True),
    Access("result_200", "large $", "o = give_large()", range(200), True),
    # functions that compilers do themselves
    Access("memset_", TEXT, "__builtin_memset(&o, x, 13)", range(13), True),
    *both("memcpy_", TEXT, "__builtin_memcpy(&o, text, 11)", "__builtin_memcpy(text, &o, 11)", range(11)),
    *both("memcpy_16", TEXT, "__builtin_memcpy(&o, text, 16)", "__builtin_memcpy(text, &o, 16)", range(16)),
    *both("memmove_", TEXT, "__builtin_memmove(&o, text, 19)", "__builtin_memmove(text, &o, 19)", range(19)),
    Access("mempcpy_", TEXT, "x = (char *)__builtin_mempcpy(&o, text, 11) - text", range(11), True),
    Access("bzero_", TEXT, "__builtin_bzero(&o, 16)", range(16), True),
    Access("strcpy_", TEXT, '__builtin_strcpy(o, "hello")', range(6), True),
    Access("strcpy_read", TEXT, "__builtin_strcpy(text, o)", range(4), False),
    Access("stpcpy_", TEXT, 'x = *__builtin_stpcpy(o, "hello")', range(6), True),
    Access("strncpy_", TEXT, '__builtin_strncpy(o, "abc", 12)', range(12), True),
    Access("strcat_", TEXT, '__builtin_strcat(o, "de")', range(3, 6), True),
    Access("strncat_", TEXT, '__builtin_strncat(o, "defg", 2)', range(3, 6), True),
    Access("memcmp_", TEXT, "x = __builtin_memcmp(o, same, 8) == 0", range(8), False),
    Access("bcmp_", TEXT, "x = bcmp(o, same, 16) == 0", range(16), False),
    Access("strcmp_", TEXT, 'x = __builtin_strcmp(o, "abc") == 0', range(4), False),
    Access("strncmp_", TEXT, 'x = __builtin_strncmp(o, "abcd", 3) == 0', range(3), False),
    Access("strlen_", TEXT, "x = __builtin_strlen(o)", range(4), False),
    # instructions
    Access("stream", "int $", "_mm_stream_si32(&o, x)", range(4), True),
    Access("unaligned", TEXT, "x = _mm_cvtsi128_si32(_mm_lddqu_si128((__m128i *)o))", range(16), False),
    Access("byte_mask", TEXT, "_mm_maskmoveu_si128(_mm_set1_epi8(x), _mm_set_epi32(0, 0, 0, -1), o)", range(4), True, not_known=not clang),
]
if "-mavx2" in flags:
    ACCESSES += [
        Access("mask_stored", "int $[8]", "_mm256_maskstore_epi32(o, mask(), _mm256_set1_epi32(3))", range(8, 24), True, not_known=not clang),
        Access("mask_loaded", "int $[8]", "x = _mm256_extract_epi32(_mm256_maskload_epi32(o, mask()), 3)", range(8, 24), False, not_known=not clang),
        Access("gathered", "int $[8]", "x = _mm_cvtsi128_si32(_mm_i32gather_epi32(o, _mm_set_epi32(2, 3, 4, 5), 4))", range(8, 24), False, not_known=not clang),
    ]

HEAD = """#define _GNU_SOURCE
#include <immintrin.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>
typedef struct { unsigned char a, b, c; } three;
typedef struct { long a, b, c; } long_three;
typedef struct { char a[200]; } large;
static volatile int x, y, zero;  // the compilers cannot know them
int sum;
three other_three;
char text[32], same[32] = "abc";
int chosen[64], indices[34];
static void take_three_(three v) { x = v.c; }
static void take_long_three_(long_three v) { x = v.c; }
static void take_large_(large v) { x = v.a[199]; }
static three give_three_(void) { three v = {1, 2, 3}; return v; }
static large give_large_(void) { large v = {{1}}; return v; }
void (*volatile take_three)(three) = take_three_;
void (*volatile take_long_three)(long_three) = take_long_three_;
void (*volatile take_large)(large) = take_large_;
three (*volatile give_three)(void) = give_three_;
large (*volatile give_large)(void) = give_large_;
static void take_any_(int n, ...) { va_list l; va_start(l, n); x = va_arg(l, long_three).c; va_end(l); }
void (*volatile take_any)(int, ...) = take_any_;
static void *pointer(void *p) { void *volatile q = p; return q; }
#ifdef __AVX2__
static __m256i mask(void) { return _mm256_set_epi32(0, 0, -1, -1, -1, -1, zero, zero); }
#endif
static void chosen_ones(void) {
  for (int i = 0; i < 34; ++i) indices[i] = 20 + i % 17;
  for (int i = 20; i < 37; ++i) chosen[i] = 1;
}
"""
END = """
static sem_t posted;
static void *early(void *p) { *(int *)p = 1; sem_post(&posted); return 0; }
static void *late(void *p) { sem_post(&posted); *(int *)p = 1; return 0; }
static void in_block(void *(*f)(void *), int n) {
  pthread_t t;
  sem_init(&posted, 0, 0);
  { int v[n + zero]; v[0] = 0; pthread_create(&t, 0, f, v); sem_wait(&posted); }
  pthread_join(t, 0);
}
static void in_loop(void *(*f)(void *), int n) {
  pthread_t t[2];
  sem_init(&posted, 0, 0);
  for (int i = 0; i < 2; ++i) { int v[n + i + zero]; v[0] = 0; pthread_create(&t[i], 0, f, v); sem_wait(&posted); }
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
static void in_unrolled_loop(void *(*f)(void *)) {  // the compiler can find out the lengths
  pthread_t t[2];
  sem_init(&posted, 0, 0);
  for (int i = 0; i < 2; ++i) { int n = i + 3; int v[n]; v[0] = 0; pthread_create(&t[i], 0, f, v); sem_wait(&posted); }
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
static void array_around(void *(*f)(void *), int n) {  // only the inner one ends
  pthread_t t;
  sem_init(&posted, 0, 0);
  int outer[n + zero];
  outer[0] = 0;
  { int v[n + zero]; *(int *volatile *)&(int *){0} = v; pthread_create(&t, 0, f, outer); sem_wait(&posted); }
  pthread_join(t, 0);
}
void array_in_block__use_after_free(void) { in_block(late, 4); }
void array_in_block__clean(void) { in_block(early, 4); }
void array_in_loop__use_after_free(void) { in_loop(late, 3); }
void array_in_loop__clean(void) { in_loop(early, 3); }
void array_unrolled__use_after_free(void) { in_unrolled_loop(late); }
void array_unrolled__clean(void) { in_unrolled_loop(early); }
void array_around__clean(void) { array_around(late, 5); }
int main(void) { return 0; }
"""


def program():
    parts, tests = [HEAD], re.findall(r"^void (array_\w+)\(", END, re.M)
    for a in ACCESSES:
        parts.append(f"struct {{ {a.type.replace('$', 'o')}; char behind[8]; }} in_{a.name};\n"
                     f"static void *do_{a.name}(void *unused) {{\n  x = 1;\n#define o in_{a.name}.o\n  {a.statement};\n#undef o\n  return unused;\n}}")
        behind = a.extent.stop if a.behind < 0 else a.behind
        for place, byte in (("first", a.extent.start), ("last", a.extent.stop - 1), ("behind", behind)):
            truth = "inconclusive" if a.not_known else "clean" if place == "behind" else "data_race"
            test = f"{a.name}_{place}__{truth}"
            touch = f"y = ((char *)&in_{a.name})[{byte}]" if a.writes else f"((char *)&in_{a.name})[{byte}] = 'b'"
            parts.append(f"void {test}(void) {{\n  pthread_t t;\n  chosen_ones();\n"
                         + (f'  memcpy(&in_{a.name}, same, 4);\n' if a.type == TEXT else "")
                         + f"  pthread_create(&t, 0, do_{a.name}, 0);\n  {touch};\n  pthread_join(t, 0);\n}}")
            tests.append(test)
    return "\n".join(parts) + END, tests


text, tests = program()
name = os.path.join(work, "_".join(["left_out", compiler, *flags]).replace("=", "_"))
with open(name + ".c", "w") as file:
    file.write(text)
subprocess.run([heddle, "cc", "-w", "-msse4", *flags, name + ".c", "-o", name, "-pthread"], check=True, env=dict(os.environ, HEDDLE_CC=compiler))
wrong = 0
for test in tests:
    truth = test.rsplit("__", 1)[1].replace("_", "-")
    done = subprocess.run([heddle, "check", name, "--function", test, "--format", "json", "--save", "none"],
                          capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
        said = report["findings"][0]["kind"] if report["findings"] else report["verdict"]
        why = report["findings"][0]["message"] if report["findings"] else report.get("reason") or ""
    except ValueError:
        said, why = "no report", done.stderr
    if said != truth:
        wrong += 1
        print(f"WRONG  {test}: {said} {why}", flush=True)
print(f"{compiler} {' '.join(flags)}: {len(tests)} accesses, {wrong} wrong")
sys.exit(1 if wrong or len(tests) < 100 else 0)
