// SPDX-License-Identifier: Apache-2.0
// Three threads, three locks, each pair in a ring; one after another it goes well.
#include <pthread.h>

static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int next;
static void* body(void* argument) {
  long i = (long)argument;
  for (;;) {
    pthread_mutex_lock(&turn);
    const int mine = next == i;
    pthread_mutex_unlock(&turn);
    if (mine) break;
  }
  pthread_mutex_lock(&m[i]);
  pthread_mutex_lock(&m[(i + 1) % 3]);
  pthread_mutex_unlock(&m[(i + 1) % 3]);
  pthread_mutex_unlock(&m[i]);
  pthread_mutex_lock(&turn);
  next++;
  pthread_mutex_unlock(&turn);
  return 0;
}
int main(void) {
  pthread_t a[3];
  for (long i = 0; i < 3; i++) pthread_create(&a[i], 0, body, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(a[i], 0);
  return 0;
}
