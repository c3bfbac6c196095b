// SPDX-License-Identifier: Apache-2.0
// Each iteration has its own element.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++) a[i] = i;
  for (int i = 0; i < 1000; i++) x += a[i];
  return x == 499500 ? 0 : 9;
}
