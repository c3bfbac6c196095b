// SPDX-License-Identifier: Apache-2.0
// The pieces of a taskloop come before what follows it.
// flags: -fopenmp
// compilers: gcc clang-14
int a[64];
int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < 64; i++) a[i] = i;
  int sum = 0;
  for (int i = 0; i < 64; i++) sum += a[i];
  return sum == 2016 ? 0 : 9;
}
