// SPDX-License-Identifier: Apache-2.0
#include "../corners/short.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static atomic_int x;
F(w) { ST(x, 1, RLX); return 0; }
int main(void) {
  GO(t, w);
  LD(x, RLX);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  J(t);
  return 0;
}
