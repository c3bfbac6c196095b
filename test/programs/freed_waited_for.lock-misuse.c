// SPDX-License-Identifier: Apache-2.0
// The memory of a condition is freed while a thread waits for it.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t* condition;
static void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(condition, &mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  pthread_create(&thread, 0, waits, 0);
  usleep(200000);
  free(condition);
  _exit(0);
}
