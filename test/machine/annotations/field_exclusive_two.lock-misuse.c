// Two threads have the right to one node on the heap at once. (also: data-race)
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  _Atomic int readers;
  int value;
};
static int reads(int t, struct node *it) { return it->readers >> t & 1; }
HEDDLE_EXCLUSIVE(struct node, value, reads);
static struct node *shared;
static void *worker(void *p) {
  shared->readers |= 1 << heddle_self();
  shared->value++;
  shared->readers &= ~(1 << heddle_self());
  return p;
}
int main(void) {
  shared = calloc(1, sizeof *shared);
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  worker(0);
  pthread_join(id, 0);
}
