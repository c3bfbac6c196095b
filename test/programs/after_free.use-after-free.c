// SPDX-License-Identifier: Apache-2.0
// Freed, then read, in one thread.
#include <stdlib.h>

int main(void) {
  int* volatile p = (int*)malloc(40);
  p[5] = 1;
  int* volatile q = p;
  free(p);
  volatile int value = q[5];
  (void)value;
  return 0;
}
