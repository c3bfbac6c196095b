// SPDX-License-Identifier: Apache-2.0
// Critical sections of different names.
// flags: -fopenmp
// compilers: gcc
int a[1000], x;

int main(void) {
  #pragma omp parallel sections num_threads(2)
  {
  #pragma omp section
    {
  #pragma omp critical(one)
      x++;
    }
  #pragma omp section
    {
  #pragma omp critical(two)
      x++;
    }
  }
  return 0;
}
