// SPDX-License-Identifier: Apache-2.0
// Threads are cancelled while they wait; then what they waited for is destroyed.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition;
sem_t semaphore;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }
static void* for_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}
static void* for_semaphore(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  pthread_cond_init(&condition, 0);
  sem_init(&semaphore, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, for_condition, 0);
  pthread_create(&b, 0, for_semaphore, 0);
  usleep(100000);
  pthread_cancel(a);
  pthread_cancel(b);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_cond_destroy(&condition);
  sem_destroy(&semaphore);
  pthread_mutex_destroy(&mutex);
}
