// SPDX-License-Identifier: Apache-2.0
// How the pieces of a taskloop are ordered is not known: nothing is claimed.
// flags: -fopenmp
// compilers: gcc
// reason: taskloop
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
