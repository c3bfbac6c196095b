// SPDX-License-Identifier: Apache-2.0
// The array ends with its block, and nothing orders the write before that.
// also: data-race
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;
static void *write_it(void *p) {
  sem_post(&sem);
  *(int *)p = 1;
  return 0;
}

int main(int count, char **arguments) {
  (void)arguments;
  sem_init(&sem, 0, 0);
  pthread_t t;
  {
    int v[count + 3];
    v[0] = 0;
    pthread_create(&t, 0, write_it, v);
    sem_wait(&sem);
  }
  pthread_join(t, 0);
  return 0;
}
