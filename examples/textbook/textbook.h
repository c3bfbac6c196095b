/* SPDX-License-Identifier: Apache-2.0 */
/* What the textbook programs share. Each is one algorithm of the concurrency textbooks with a small client.
 * With -DRACE its synchronising variables (SYNC) are plain memory, as in versions that forget `volatile` or
 * `_Atomic`, or it has the mistake its first comment tells of; then there is a data race. */
#ifndef TEXTBOOK_H
#define TEXTBOOK_H
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RACE
#define SYNC
#else
#define SYNC _Atomic
#endif

#ifndef THREADS
#define THREADS 2
#endif

/* Runs body(0) … body(THREADS − 1) at once, the first in the calling thread. */
static void run_threads(void *(*body)(void *)) {
  pthread_t other[THREADS];
  for (long i = 1; i < THREADS; ++i) pthread_create(&other[i], 0, body, (void *)i);
  body((void *)0L);
  for (int i = 1; i < THREADS; ++i) pthread_join(other[i], 0);
}
#define ME ((int)(long)argument)
#endif
