// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; sem_t never;
void h(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
void *w(void *a) { pthread_mutex_lock(&m); sem_wait(&never); pthread_mutex_unlock(&m); return a; }
int main(void) {
  sem_init(&never, 0, 0); atexit(h);
  pthread_t t; pthread_create(&t, 0, w, 0); pthread_detach(t);
  return 0;
}
