/* A predicate that changes what it is asked about. */
#include <heddle/annotate.h>
#include <pthread.h>
static int x, asked;
static int mine(int t) { return ++asked > 0 && t == 1; }
HEDDLE_EXCLUSIVE(x, mine);
static void *worker(void *p) { return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  x = 1;
  pthread_join(id, 0);
}
