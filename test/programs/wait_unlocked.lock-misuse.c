// SPDX-License-Identifier: Apache-2.0
// A condition is waited for with a mutex that nobody holds.
#include <pthread.h>
#include <time.h>
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  pthread_cond_timedwait(&condition, &mutex, &soon);
}
