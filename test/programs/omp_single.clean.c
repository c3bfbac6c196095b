// SPDX-License-Identifier: Apache-2.0
// What one thread does in single comes before what all do behind it; copyprivate hands a value to all.
// flags: -fopenmp
// compilers: gcc clang-14
int x, seen[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int mine = 0;
#pragma omp single
    x = 5;
#pragma omp single copyprivate(mine)
    mine = x + 1;
#pragma omp for
    for (int i = 0; i < 4; i++) seen[i] = x + mine;
  }
  return seen[0] + seen[3] == 22 ? 0 : 9;
}
