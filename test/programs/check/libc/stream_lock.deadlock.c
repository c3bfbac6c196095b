// SPDX-License-Identifier: Apache-2.0
// printf waits for whoever has locked the stream.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* f(void* a) {
  pthread_mutex_lock(&m);
  printf("x\n");
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  flockfile(stdout);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  funlockfile(stdout);
  pthread_join(t, 0);
  return 0;
}
