// SPDX-License-Identifier: Apache-2.0
// A dynamic schedule.
// flags: -fopenmp
// compilers: gcc clang-14
int a[1000], x;

int main(void) {
#pragma omp parallel for num_threads(4) schedule(dynamic, 10)
  for (int i = 0; i < 1000; i++) a[i] += i;
  return a[999] == 999 ? 0 : 9;
}
