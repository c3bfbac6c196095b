// SPDX-License-Identifier: Apache-2.0
// With nogroup nobody waits for the pieces of a taskloop.
// expect-variable: a
// flags: -fopenmp
// compilers: gcc clang-14
#include <unistd.h>
int a[64], sum;
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
#pragma omp taskloop nogroup grainsize(1)
      for (int i = 0; i < 64; i++) {
        usleep(100);
        a[i] = i;
      }
      for (int i = 0; i < 64; i++) sum += a[i];
    }
  }
  return 0;
}
