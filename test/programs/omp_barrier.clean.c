// SPDX-License-Identifier: Apache-2.0
// A barrier between two phases, explicit and at the end of a loop.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
  int bad = 0;
#pragma omp parallel num_threads(4) reduction(+ : bad)
  {
#pragma omp for
    for (int i = 0; i < 1000; i++) a[i] = i;
#pragma omp for
    for (int i = 0; i < 1000; i++) bad += a[999 - i] != 999 - i;
#pragma omp barrier
#pragma omp single
    x = 1;
    bad += x != 1;
  }
  return bad ? 9 : 0;
}
