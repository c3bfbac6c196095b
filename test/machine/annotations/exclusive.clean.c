// A lock of one's own: thread t may touch x while owner == t + 1.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
_Atomic int owner;
int mine(int t) { return owner == t + 1; }
HEDDLE_EXCLUSIVE(x, mine);
static void add(int t) {
  int nobody = 0;
  while (!atomic_compare_exchange_strong(&owner, &nobody, t + 1)) nobody = 0;
  x++;
  x++;
  owner = 0;
}
void *t(void *p) { add(1); return 0; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  add(0);
  pthread_join(id, 0);
  assert(x == 4);
}
