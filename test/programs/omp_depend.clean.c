// SPDX-License-Identifier: Apache-2.0
// A task that reads what another one writes says so.
// flags: -fopenmp
// compilers: gcc clang-14
int x, y;
int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    y = x + 1;
  }
  return y == 2 ? 0 : 9;
}
