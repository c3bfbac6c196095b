// SPDX-License-Identifier: Apache-2.0
// A loop that waits, and counts its rounds in a text: what libc writes for it makes each round another one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int flag;
static char rounds[16] = "0";
static void* sets(void* unused) {
  flag = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sets, 0);
  while (!flag) {
    snprintf(rounds, sizeof rounds, "%d", atoi(rounds) + 1);
    assert(rounds[0] != '4');
  }
  pthread_join(thread, 0);
}
