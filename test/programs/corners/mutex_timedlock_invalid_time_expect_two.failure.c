// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *p) { struct timespec t = {1, -5}; int r = pthread_mutex_timedlock(&m, &t); if (r == 0) { x++; pthread_mutex_unlock(&m); } return p; }
int main(void) {
  pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  return x == 2 ? 0 : 4;
}
