/* SPDX-License-Identifier: Apache-2.0 */
/* Monte Carlo: tasks are handed out by an atomic counter, results added up under a lock (or not). */
#include "textbook.h"
#ifndef TASKS
#define TASKS 3
#endif
static _Atomic int next;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *body(void *argument) {
  (void)argument;
  for (int task; (task = atomic_fetch_add(&next, 1)) < TASKS;) {
    const int result = task * task;
#ifndef RACE
    pthread_mutex_lock(&lock);
#endif
    sum += result;
#ifndef RACE
    pthread_mutex_unlock(&lock);
#endif
  }
  return 0;
}
int main(void) {
  run_threads(body);
#ifndef RACE
  assert(sum == (TASKS - 1) * TASKS * (2 * TASKS - 1) / 6);
#endif
}
