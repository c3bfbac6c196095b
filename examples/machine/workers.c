/* SPDX-License-Identifier: Apache-2.0 */
/* Workers that are alike, joined one by one: which of them has done what does not matter, only how many. */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int begun, half, done;

static void count(int *what) {
  pthread_mutex_lock(&lock);
  ++*what;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  count(&begun);
  count(&half);
  count(&done);
  return unused;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], 0, worker, 0);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], 0);
  assert(begun == WORKERS && half == WORKERS && done == WORKERS);
}
