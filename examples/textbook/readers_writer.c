/* SPDX-License-Identifier: Apache-2.0 */
/* A readers-writer lock; the racy reader counts its visits under the reader's lock. */
#include "textbook.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
#ifdef RACE
static int visits;
#undef THREADS
#define THREADS 3
#endif
static void *body(void *argument) {
  if (ME == 0) {
    pthread_rwlock_wrlock(&lock);
    ++a;
    ++b;
    pthread_rwlock_unlock(&lock);
  } else {
    pthread_rwlock_rdlock(&lock);
#ifdef RACE
    ++visits;
#endif
    assert(a == b);
    pthread_rwlock_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t other[3];
  for (long i = 1; i < 3; ++i) pthread_create(&other[i], 0, body, (void *)i);
  body((void *)0L);
  for (int i = 1; i < 3; ++i) pthread_join(other[i], 0);
}
