// SPDX-License-Identifier: Apache-2.0
// Tasks and taskwait.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
      a[i] = i;
    }
#pragma omp taskwait
    for (int i = 0; i < 100; i++) x += a[i];
  }
  return x == 4950 ? 0 : 9;
}
