// SPDX-License-Identifier: Apache-2.0
#define THREADS 3
#include "mutual_exclusion.h"
struct node {
  struct node* _Atomic next;
  atomic_bool locked;
};
static struct node nodes[THREADS];
static struct node* _Atomic tail;
static void reset(void) { tail = NULL; }
static void lock(int i) {
  struct node* mine = &nodes[i];
  mine->next = NULL;
  struct node* before = atomic_exchange(&tail, mine);
  if (before == NULL) return;
#ifdef LOCKED_LATE
  before->next = mine;
  mine->locked = true;
#else
  mine->locked = true;
  before->next = mine;
#endif
  while (mine->locked) {}
}
static void unlock(int i) {
  struct node* mine = &nodes[i];
  if (mine->next == NULL) {
    struct node* expected = mine;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
    while (mine->next == NULL) {}
  }
  struct node* after = mine->next;
  after->locked = false;
}
