// SPDX-License-Identifier: Apache-2.0
// A sum without a reduction.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++) x += i;
  return 0;
}
