// SPDX-License-Identifier: Apache-2.0
// OpenMP's own locks, plain and nested, and ordered.
// flags: -fopenmp
// compilers: gcc clang-14
#include <omp.h>
int x, y, z;
int main(void) {
  omp_lock_t plain;
  omp_nest_lock_t nested;
  omp_init_lock(&plain);
  omp_init_nest_lock(&nested);
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 0; i < 200; i++) {
    omp_set_lock(&plain);
    x++;
    omp_unset_lock(&plain);
    omp_set_nest_lock(&nested);
    omp_set_nest_lock(&nested);
    y++;
    omp_unset_nest_lock(&nested);
    omp_unset_nest_lock(&nested);
#pragma omp ordered
    z++;
  }
  omp_destroy_lock(&plain);
  omp_destroy_nest_lock(&nested);
  return x + y + z == 600 ? 0 : 9;
}
