// SPDX-License-Identifier: Apache-2.0
// A semaphore is destroyed while a thread waits for it.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>
sem_t semaphore;
static void* waits(void* unused) {
  sem_wait(&semaphore);
  return unused;
}
int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, waits, 0);
  usleep(200000);
  sem_destroy(&semaphore);
  exit(0);
}
