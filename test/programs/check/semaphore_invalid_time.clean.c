// SPDX-License-Identifier: Apache-2.0
// A timed wait that fails for its invalid time takes nothing, whatever the semaphore's value.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* post(void* argument) {
  (void)argument;
  sem_post(&semaphore);
  return 0;
}

int main(void) {
  const struct timespec invalid = {4102444800, 1000000000};
  pthread_t thread;
  int value;
  sem_init(&semaphore, 0, 1);
  pthread_create(&thread, 0, post, 0);
  assert(sem_timedwait(&semaphore, &invalid) == -1 && errno == EINVAL);
  pthread_join(thread, 0);
  sem_getvalue(&semaphore, &value);
  assert(value == 2);
  return 0;
}
