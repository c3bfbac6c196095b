// SPDX-License-Identifier: Apache-2.0
// Locked by one thread, unlocked by another.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s, t;

static void* first(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  sem_post(&s);
  sem_wait(&t);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sem_wait(&s);
  pthread_mutex_unlock(&m);
  sem_post(&t);
  return 0;
}
int main(void) {
  sem_init(&s, 0, 0);
  sem_init(&t, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
