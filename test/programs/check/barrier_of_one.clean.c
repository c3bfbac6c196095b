// SPDX-License-Identifier: Apache-2.0
// Each round has one thread, which is the serial one, however many rounds the other has been through meanwhile.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void* twice(void* argument) {
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_barrier_init(&barrier, 0, 1);
  pthread_create(&one, 0, twice, 0);
  pthread_create(&other, 0, twice, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
