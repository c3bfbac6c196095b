# SPDX-License-Identifier: Apache-2.0
"""Programs whose check is shared out in the tests of this folder: some by chance, some with what makes that hard."""
import pathlib
import re


def statement(dice, threads):
    place = dice.choice("xy")
    order = dice.choice(["relaxed", "seq_cst", "acq_rel"])
    load = {"acq_rel": "acquire"}.get(order, order)
    store = {"acq_rel": "release"}.get(order, order)
    return dice.choice([
        f"atomic_store_explicit(&{place}, {dice.randrange(1, 4)}, memory_order_{store});",
        f"seen += atomic_load_explicit(&{place}, memory_order_{load});",
        f"atomic_fetch_add_explicit(&{place}, 1, memory_order_{order});",
        "pthread_mutex_lock(&mutex); ++shared; pthread_mutex_unlock(&mutex);",
        "atomic_thread_fence(memory_order_seq_cst);",
        "pthread_mutex_lock(&mutex); while (!is_open) pthread_cond_wait(&opened, &mutex); pthread_mutex_unlock(&mutex);",
        "pthread_mutex_lock(&mutex); is_open = 1; pthread_cond_broadcast(&opened); pthread_mutex_unlock(&mutex);",
    ]) if dice.random() < 0.9 else dice.choice(["++plain;", f"if (atomic_load(&{place}) == 3) assert(seen != 2);"])


def program(dice, lengths={2: (2, 4), 3: (2, 4)}):
    """Of 2 or 3 threads, with at least and at most so many statements each."""
    threads = dice.choice(sorted(lengths))
    text = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int shared, plain, is_open = 1;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
"""
    for thread in range(threads):
        body = "\n  ".join(statement(dice, threads) for _ in range(dice.randint(*lengths[threads])))
        text += f"void* thread{thread}(void* unused) {{\n  int seen = 0;\n  {body}\n  (void)seen;\n  return unused;\n}}\n"
    text += f"int main(void) {{\n  pthread_t all[{threads}];\n"
    for thread in range(threads):
        text += f"  pthread_create(&all[{thread}], 0, thread{thread}, 0);\n"
    text += f"  for (int i = 0; i < {threads}; ++i) pthread_join(all[i], 0);\n}}\n"
    return text


def program_of_checks(programs):
    """Many such programs in one, each a check of its own; its name is its number in the list."""
    names = r"\b(x|y|shared|plain|is_open|mutex|opened|thread\d|main)\b"
    text, calls = "#include <heddle/check.h>\n", ""
    for number, each in enumerate(programs):
        text += re.sub(names, rf"\1_of_{number}", each) + f"void check{number}(void* unused) {{ main_of_{number}(); }}\n"
        calls += f'  options.name = "{number}";\n  heddle_check_run(check{number}, 0, &options);\n'
    return f"{text}int main(void) {{\n  struct heddle_check_options options = {{0}};\n{calls}}}\n"


FIBONACCI = (pathlib.Path(__file__).parent / "two_sums.c").read_text()

# What is met first, and so numbered, depends on the execution: blocks of the heap, and a thread of a thread.
NEW_OBJECTS = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int turn;
_Atomic(atomic_int*) blocks[2];
void* child(void* unused) {
  atomic_fetch_add(&turn, 8);
  return unused;
}
void* thread(void* which) {
  const int seen = atomic_fetch_add(&turn, 1);
  for (int k = 0; k < seen; ++k) {
    atomic_int* block = calloc(1, sizeof *block);
    atomic_fetch_add(block, 1);
    atomic_int* other = atomic_exchange(&blocks[which != 0], block);
    if (other) atomic_fetch_add(other, 2);
  }
  if (seen == 2) {
    pthread_t own;
    pthread_create(&own, 0, child, 0);
    pthread_join(own, 0);
  }
  return which;
}
int main(void) {
  pthread_t all[3];
  for (long i = 0; i < 3; ++i) pthread_create(&all[i], 0, thread, (void*)(i % 2));
  for (int i = 0; i < 3; ++i) pthread_join(all[i], 0);
}
"""

# Each execution needs a process of its own: what it leaves with the kernel cannot be put back.
KEEPS_STATE = """#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
atomic_int x, y;
void* thread(void* unused) {
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  setrlimit(RLIMIT_CORE, &limit);
  for (int k = 0; k < 2; ++k) atomic_store(&x, atomic_load(&y) + 1);
  atomic_store(&y, atomic_load(&x));
  return unused;
}
int main(void) {
  pthread_t all[2];
  for (int i = 0; i < 2; ++i) pthread_create(&all[i], 0, thread, 0);
  for (int i = 0; i < 2; ++i) pthread_join(all[i], 0);
}
"""

# A wait that may end without a reason, and counts how often: the search begins again with larger bounds.
SPURIOUS = """#include <pthread.h>
int ready, woken;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
void* waiter(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready && woken < 2) {
    pthread_cond_wait(&changed, &mutex);
    ++woken;
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}
void* setter(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t all[3];
  pthread_create(&all[0], 0, waiter, 0);
  pthread_create(&all[1], 0, setter, 0);
  pthread_create(&all[2], 0, waiter, 0);
  for (int i = 0; i < 3; ++i) pthread_join(all[i], 0);
}
"""

# The second check is made only if the first one finds what it finds: all ranks have to know.
TWO_CHECKS = """#include <atomic>
#include <thread>
#include <heddle/check.h>
std::atomic<int> x, y;
static void first() {
  x = y = 0;
  std::thread other([] { for (int k = 0; k < 3; ++k) x = y + 1; });
  for (int k = 0; k < 3; ++k) y = x + 1;
  other.join();
  if (x == 6) __builtin_abort();
}
static void second() {
  x = y = 0;
  std::thread other([] { for (int k = 0; k < 3; ++k) x = y + 1; });
  for (int k = 0; k < 3; ++k) y = x + 1;
  other.join();
}
int main() {
  try {
    heddle::check([] { first(); });
  } catch (const heddle::CheckFailure&) {
    heddle::check([] { second(); });
  }
}
"""

# For the machine: the states are those of three counters, some millions without reduction if STEPS is large.
GRID = """#include <pthread.h>
#include <stdatomic.h>
atomic_int counters[3];
void* thread(void* counter) {
  for (int k = 0; k < STEPS; ++k) atomic_store((atomic_int*)counter, k);
  return 0;
}
int main(void) {
  pthread_t all[3];
  for (int i = 0; i < 3; ++i) pthread_create(&all[i], 0, thread, &counters[i]);
  for (int i = 0; i < 3; ++i) pthread_join(all[i], 0);
}
"""
