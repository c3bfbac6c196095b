// SPDX-License-Identifier: Apache-2.0
// A thread detaches itself; ids are kept and compared, results taken, joins tried.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t over, go;

static void* detaches(void* unused) {
  pthread_detach(pthread_self());
  sem_post(&over);
  return unused;
}
static void* waits(void* result) {
  sem_wait(&go);
  return result;
}

int main(void) {
  sem_init(&over, 0, 0);
  sem_init(&go, 0, 0);
  pthread_t thread;
  for (int i = 0; i < 20; ++i) {
    pthread_create(&thread, 0, detaches, 0);
    sem_wait(&over);
    int value = 7;
    void* result = 0;
    pthread_create(&thread, 0, waits, &value);
    if (pthread_tryjoin_np(thread, &result) != EBUSY || pthread_join(pthread_self(), 0) != EDEADLK) return 1;
    sem_post(&go);
    if (pthread_join(thread, &result) != 0 || result != &value) return 2;
  }
}
