#include <stdlib.h>
#include <pthread.h>
#include <assert.h>
struct node { struct node *next; unsigned mark : 1; unsigned level : 7; };
static void *work(void *unused) {
  struct node *n = malloc(sizeof *n);
  n->next = 0; n->mark = 0; n->level = 3;
  assert(!n->mark && n->level == 3);
  free(n);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
