// SPDX-License-Identifier: Apache-2.0
// Each iteration waits for the one before.
// flags: -fopenmp
// compilers: gcc clang-14
int a[100];
int main(void) {
  a[0] = 1;
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return a[99] == 100 ? 0 : 9;
}
