// SPDX-License-Identifier: Apache-2.0
// Graphs do not model it, and there is a weak atomic: the reason names the place.
#include "../corners/short.h"
static pthread_mutex_t m;
static atomic_int x;
F(w) { ST(x, 1, RLX); pthread_mutex_lock(&m); return 0; }
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  GO(t, w);
  LD(x, RLX);
  J(t);
  assert(pthread_mutex_lock(&m) == 0);
  return 0;
}
