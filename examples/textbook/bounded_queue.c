/* SPDX-License-Identifier: Apache-2.0 */
/* A queue with a lock and conditions; the racy one peeks at the size without the lock. (With -DRACE also: deadlock.) */
#include "textbook.h"
static int items[1], size;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static void *body(void *argument) {
  if (ME == 0) {
    for (int i = 1; i <= 2; ++i) {
      pthread_mutex_lock(&lock);
      while (size == 1) pthread_cond_wait(&not_full, &lock);
      items[0] = i;
      size = 1;
      pthread_cond_signal(&not_empty);
      pthread_mutex_unlock(&lock);
    }
  } else {
    for (int i = 1; i <= 2; ++i) {
#ifdef RACE
      if (size == 0) continue;
#endif
      pthread_mutex_lock(&lock);
      while (size == 0) pthread_cond_wait(&not_empty, &lock);
      assert(items[0] == i || i == 2);
      size = 0;
      pthread_cond_signal(&not_full);
      pthread_mutex_unlock(&lock);
    }
  }
  return 0;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, body, (void *)1L);
  body((void *)0L);
#ifndef RACE
  pthread_join(other, 0);
#endif
}
