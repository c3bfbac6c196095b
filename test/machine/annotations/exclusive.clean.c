// A lock of one's own: the thread whose number is in `owner` may touch x, and it alone may give the lock back.
// -DWITHOUT: lock-misuse
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
_Atomic int owner;
int mine(int t) { return owner == t; }
HEDDLE_EXCLUSIVE(x, mine);
HEDDLE_EXCLUSIVE(owner, mine);
static void add(void) {
#ifndef WITHOUT
  int nobody = 0;
  while (!atomic_compare_exchange_strong(&owner, &nobody, heddle_self())) nobody = 0;
#endif
  x++;
  x++;
#ifndef WITHOUT
  owner = 0;
#endif
}
void *t(void *p) { add(); return 0; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  add();
  pthread_join(id, 0);
#ifndef WITHOUT
  assert(x == 4);
#endif
}
