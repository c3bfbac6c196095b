// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
static void* prints(void* x) {
  puts("a");
  flockfile(stdout);
  putc_unlocked('b', stdout);
  fputs_unlocked("c\n", stdout);
  funlockfile(stdout);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, prints, 0);
  prints(0);
  pthread_join(t, 0);
  fputs_unlocked("d\n", stdout);
  fclose(stdout);
  return 0;
}
