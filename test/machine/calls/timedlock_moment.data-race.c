// SPDX-License-Identifier: Apache-2.0
// The moment is read by the call.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static struct timespec moment;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static void* waits(void* ignored) {
  pthread_mutex_timedlock(&mutex, &moment);
  return ignored;
}
int main(void) {
  sem_init(&semaphore, 0, 1);
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  moment.tv_sec = 1;
  pthread_join(thread, 0);
}
