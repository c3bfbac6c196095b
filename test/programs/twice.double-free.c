// SPDX-License-Identifier: Apache-2.0
// Freed twice.
#include <stdlib.h>

int main(void) {
  void* volatile p = malloc(24);
  void* volatile q = p;
  free(p);
  free(q);
  return 0;
}
