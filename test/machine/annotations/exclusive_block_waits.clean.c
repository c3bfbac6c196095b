// Ways to wait for an integer in an atomic block: an assumption, and a loop that looks again.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
static int m, x;
static int mine(int t) { return m == t; }
HEDDLE_EXCLUSIVE(m, mine);
HEDDLE_EXCLUSIVE(x, mine);
static void *worker(void *p) {
  for (int got = 0; !got;) heddle_atomic {
      if (m == 0) {
        m = heddle_self();
        got = 1;
      }
    }
  x++;
  heddle_atomic { m = 0; }
  return p;
}
static int free_again(void) {
  int got = 0;
  heddle_atomic { got = m == heddle_self(); }
  return !got;
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
  assert(x == 2 && free_again());
}
