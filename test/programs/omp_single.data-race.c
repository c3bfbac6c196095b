// SPDX-License-Identifier: Apache-2.0
// With nowait nobody waits for the one that does it.
// expect-variable: x
// flags: -fopenmp
// compilers: gcc clang-14
#include <unistd.h>
int x, seen[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
      usleep(10000);
      x = 5;
    }
#pragma omp for
    for (int i = 0; i < 4; i++) seen[i] = x;
  }
  return 0;
}
