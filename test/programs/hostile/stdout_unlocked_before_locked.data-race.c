// SPDX-License-Identifier: Apache-2.0
// The locked calls order the two unlocked ones in one schedule, and not in the other.
#include <pthread.h>
#include <stdio.h>
static void* prints(void* x) {
  puts("a");
  fputs_unlocked("b\n", stdout);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, prints, 0);
  fputs_unlocked("c\n", stdout);
  puts("d");
  pthread_join(t, 0);
  return 0;
}
