// A node on the heap is given to another thread by a step of its owner: that is no exclusive right.
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  _Atomic int owner;
  int value;
};
static int owns(int t, struct node *it) { return it->owner == t; }
HEDDLE_EXCLUSIVE(struct node, value, owns);
static struct node *_Atomic shared;
static void *worker(void *p) {
  struct node *mine = shared;
  if (mine && mine->owner == heddle_self()) mine->value++;
  return p;
}
int main(void) {
  pthread_t id;
  struct node *made = calloc(1, sizeof *made);
  made->owner = heddle_self();
  shared = made;
  pthread_create(&id, 0, worker, 0);
  made->value = 1;
  made->owner = 2;
  pthread_join(id, 0);
}
