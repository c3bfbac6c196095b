// SPDX-License-Identifier: Apache-2.0
// Freed by one thread, used by another afterwards, in order.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int* p;
static sem_t s;

static void* first(void* argument) {
  (void)argument;
  free(p);
  sem_post(&s);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sem_wait(&s);
  *p = 2;
  return 0;
}
int main(void) {
  p = (int*)malloc(4);
  sem_init(&s, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
