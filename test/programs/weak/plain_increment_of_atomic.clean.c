// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>
static uint32_t a4_0;
int main(void) {
  uint32_t was = 2;
  __atomic_compare_exchange_n(&a4_0, &was, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  a4_0++;
  assert(__atomic_load_n(&a4_0, __ATOMIC_RELAXED) == 1);
  return 0;
}
