// SPDX-License-Identifier: Apache-2.0
// Graphs do not model it; without a weak atomic the other search does, and finds it.
#include "../corners/short.h"
static pthread_mutex_t m;
F(w) { pthread_mutex_lock(&m); return 0; }
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  GO(t, w);
  J(t);
  assert(pthread_mutex_lock(&m) == 0);
  return 0;
}
