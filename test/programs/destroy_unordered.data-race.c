// SPDX-License-Identifier: Apache-2.0
// A semaphore is destroyed after a pause that orders nothing.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

sem_t semaphore;

static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, post, 0);
  usleep(100000);
  sem_destroy(&semaphore);
  pthread_join(thread, 0);
}
