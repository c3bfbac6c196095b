// SPDX-License-Identifier: Apache-2.0
// nowait takes the barrier away.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int i = 0; i < 1000; i++) a[i] = i;
#pragma omp for
    for (int i = 0; i < 1000; i++) a[999 - i]++;
  }
  return 0;
}
