// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int word;
static void *wait(void *x) {
  if (word == 0) syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
  assert(word == 1);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait, 0);
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
  pthread_join(t, 0);
}
