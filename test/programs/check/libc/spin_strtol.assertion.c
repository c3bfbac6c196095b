// SPDX-License-Identifier: Apache-2.0
// A loop that waits, and goes through a list of numbers by what strtol leaves in its second argument.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag;
static char numbers[] = "1 2 3 4";
static char* at = numbers;
static void* sets(void* unused) {
  flag = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sets, 0);
  while (!flag) assert(strtol(at, &at, 10) < 4);
  pthread_join(thread, 0);
}
