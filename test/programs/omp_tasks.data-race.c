// SPDX-License-Identifier: Apache-2.0
// Two tasks that nothing orders. Each waits until the other has begun, so they run on different threads.
// expect-variable: x
// flags: -fopenmp
// compilers: gcc clang-14
#include <stdatomic.h>
int x;
atomic_int begun;
static void meet(void) {
  atomic_fetch_add_explicit(&begun, 1, memory_order_relaxed);
  while (atomic_load_explicit(&begun, memory_order_relaxed) < 2) {
  }
}
int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task
    {
      meet();
      x = 1;
    }
#pragma omp task
    {
      meet();
      x = 2;
    }
#pragma omp taskwait
  }
  return 0;
}
