// SPDX-License-Identifier: Apache-2.0
// The iteration before is read before it is waited for.
// expect-variable: a
// flags: -fopenmp
// compilers: gcc clang-14
int a[100], b[100];
int main(void) {
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 1; i < 100; i++) {
    b[i] = a[i - 1];
#pragma omp ordered depend(sink : i - 1)
    a[i] = i;
#pragma omp ordered depend(source)
  }
  return 0;
}
