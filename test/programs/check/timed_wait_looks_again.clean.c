// SPDX-License-Identifier: Apache-2.0
// The same, right: it looks again, whatever the wait returned.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready, taken;

static void* notify(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  const struct timespec late = {4102444800, 0};
  pthread_t thread;
  pthread_create(&thread, 0, notify, 0);
  pthread_mutex_lock(&mutex);
  while (!ready && pthread_cond_timedwait(&condition, &mutex, &late) != ETIMEDOUT) {
  }
  taken = ready;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(ready && taken <= ready);
  return 0;
}
