// SPDX-License-Identifier: Apache-2.0
// Freed, then read, in one thread.
#include <stdlib.h>

int *p, *q, sink;
__attribute__((noinline)) void give(void) { free(p); }
__attribute__((noinline)) void use(void) { sink = q[5]; }
int main(void) {
  p = q = (int*)malloc(40);
  q[5] = 1;
  give();
  use();
  return 0;
}
