// SPDX-License-Identifier: Apache-2.0
// Critical sections of different names.
// flags: -fopenmp
// compilers: gcc clang-14
#include <omp.h>
int x;

int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
      x++;
    } else {
#pragma omp critical(two)
      x++;
    }
  }
  return 0;
}
