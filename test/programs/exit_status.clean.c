// SPDX-License-Identifier: Apache-2.0
// The program's own exit status is left alone.
// exit: 7
#include <stdio.h>

int main(void) {
  puts("hello");
  return 7;
}
