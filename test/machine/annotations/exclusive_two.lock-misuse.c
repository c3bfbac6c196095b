/* The predicate gives x to two threads at once. (also: data-race) */
#include <heddle/annotate.h>
#include <pthread.h>
static int x;
static int everyone(int t) { return t <= 2; }
HEDDLE_EXCLUSIVE(x, everyone);
static void *worker(void *p) { x = 2; return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  x = 1;
  pthread_join(id, 0);
}
