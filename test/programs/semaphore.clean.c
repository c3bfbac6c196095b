// SPDX-License-Identifier: Apache-2.0
// A post happens before the wait it ends.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
int x;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  sem_post(&s);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sem_wait(&s);
  x++;
  return 0;
}
int main(void) {
  sem_init(&s, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
