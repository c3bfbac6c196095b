// SPDX-License-Identifier: Apache-2.0
// A critical section.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 100; i++) {
#pragma omp critical
    x++;
  }
  return x == 400 ? 0 : 9;
}
