// SPDX-License-Identifier: Apache-2.0
// The end of a taskgroup waits for its tasks and theirs.
// flags: -fopenmp
// compilers: gcc clang-14
int a[16], sum;
int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
        {
          a[2 * i] = i;
#pragma omp task firstprivate(i)
          a[2 * i + 1] = i;
        }
      }
    }
    for (int i = 0; i < 16; i++) sum += a[i];
  }
  return sum == 56 ? 0 : 9;
}
