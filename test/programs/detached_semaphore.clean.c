// SPDX-License-Identifier: Apache-2.0
// A detached thread that says when it is done.
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t done;
static void* body(void* argument) {
  (void)argument;
  x = 1;
  sem_post(&done);
  return 0;
}
int main(void) {
  pthread_t a;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, body, 0);
  pthread_detach(a);
  sem_wait(&done);
  return x == 1 ? 0 : 9;
}
