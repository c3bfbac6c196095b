// SPDX-License-Identifier: Apache-2.0
// Six threads, six locks, each pair in a ring: rings of any length are found, not only short ones.
#include <pthread.h>

static pthread_mutex_t m[6];
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
  pthread_mutex_lock(&m[(i + 1) % 6]);
  pthread_mutex_unlock(&m[(i + 1) % 6]);
  pthread_mutex_unlock(&m[i]);
  pthread_mutex_lock(&turn);
  next++;
  pthread_mutex_unlock(&turn);
  return 0;
}
int main(void) {
  for (int i = 0; i < 6; i++) pthread_mutex_init(&m[i], 0);
  pthread_t a[6];
  for (long i = 0; i < 6; i++) pthread_create(&a[i], 0, body, (void*)i);
  for (int i = 0; i < 6; i++) pthread_join(a[i], 0);
  return 0;
}
