// Whoever only tries to get the lock looks at it while another thread has exclusive access: that waits for nobody.
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int owner;
static int x;
static int mine(int t) { return owner == t; }
HEDDLE_EXCLUSIVE(x, mine);
HEDDLE_EXCLUSIVE(owner, mine);
static void *worker(void *p) {
  int nobody = 0;
  if (atomic_compare_exchange_strong(&owner, &nobody, heddle_self())) {
    x++;
    owner = 0;
  }
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  worker(0);
  pthread_join(id, 0);
}
