// The nodes of a list have owners: the predicate is of the thread and the node.
// -DWITHOUT: lock-misuse
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  struct node *next;
  _Atomic int owner;
  int value;
};
static int owns(int t, struct node *it) { return it->owner == t; }
HEDDLE_EXCLUSIVE(struct node, value, owns);
HEDDLE_EXCLUSIVE(struct node, owner, owns);
static struct node *head;
static void visit(struct node *at) {
#ifndef WITHOUT
  for (int free = 0; !atomic_compare_exchange_strong(&at->owner, &free, heddle_self()); free = 0) {
  }
#endif
  at->value++;
  at->value++;
#ifndef WITHOUT
  at->owner = 0;
#endif
}
static void *worker(void *p) {
  for (struct node *at = head; at; at = at->next) visit(at);
  return p;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *made = calloc(1, sizeof *made);
    made->next = head;
    head = made;
  }
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  worker(0);
  pthread_join(id, 0);
#ifndef WITHOUT
  assert(head->value == 4 && head->next->value == 4);
#endif
}
