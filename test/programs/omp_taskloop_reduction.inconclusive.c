// SPDX-License-Identifier: Apache-2.0
// How libgomp combines the parts of a reduction over tasks is not seen: nothing is claimed.
// flags: -fopenmp
// compilers: gcc
// reason: OpenMP
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 64; i++) sum += i;
  return sum == 2016 ? 0 : 9;
}
