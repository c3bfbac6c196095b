// A thread takes what it does not wait for: the right is another's then.
#include <heddle/annotate.h>
#include <pthread.h>
static int m, x;
static int mine(int t) { return m == t; }
HEDDLE_EXCLUSIVE(m, mine);
HEDDLE_EXCLUSIVE(x, mine);
static void *worker(void *p) {
  heddle_atomic { m = heddle_self(); }
  x++;
  heddle_atomic { m = 0; }
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  heddle_atomic {
    heddle_assume(m == 0);
    m = heddle_self();
  }
  x++;
  heddle_atomic { m = 0; }
  pthread_join(id, 0);
}
