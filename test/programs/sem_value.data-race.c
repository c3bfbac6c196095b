// SPDX-License-Identifier: Apache-2.0
// sem_getvalue writes where its caller says, and orders nothing.
#include <pthread.h>
#include <semaphore.h>
sem_t semaphore;
int value;
static void* reads(void* unused) {
  sem_getvalue(&semaphore, &value);
  return unused;
}
int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, reads, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
