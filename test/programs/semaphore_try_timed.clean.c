// SPDX-License-Identifier: Apache-2.0
// trywait and timedwait.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

static sem_t s, t;
int x;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  sem_post(&s);
  while (sem_trywait(&t)) sched_yield();
  x++;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  struct timespec u;
  clock_gettime(CLOCK_REALTIME, &u);
  u.tv_sec += 30;
  sem_timedwait(&s, &u);
  x++;
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
