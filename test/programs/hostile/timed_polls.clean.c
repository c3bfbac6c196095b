// SPDX-License-Identifier: Apache-2.0
// Five waits in a row, each of which ends when its time has run out: that one of them wakes up for nothing does not mean
// that its time never comes.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void wait_a_while(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  while (!ready)
    if (pthread_cond_timedwait(&condition, &mutex, &until) == ETIMEDOUT) break;
  pthread_mutex_unlock(&mutex);
}

static void* other(void* argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  for (int i = 0; i < 5; ++i) wait_a_while();
  pthread_join(thread, 0);
  return 0;
}
