// SPDX-License-Identifier: Apache-2.0
// clang's OpenMP tells what it orders: without that, this barrier would be a false alarm.
// flags: -fopenmp=libomp
// compilers: clang-14
int a[4], total;
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 4; i++) a[i] = i;
#pragma omp single
    for (int i = 0; i < 4; i++) total += a[i];
  }
  return total == 6 ? 0 : 9;
}
