// SPDX-License-Identifier: Apache-2.0
// The initial function leaves the tagged pointer as it was.
#include <heddle/prove.h>
typedef struct node {
  int data;
  struct node* next;
} node;
typedef struct {
  heddle_tagged top;
  node* spare;
} st;
void init(st* s) { s->spare = 0; }
void push(st* s, int v) {
  node* c = HEDDLE_NEW(node);
  c->data = v;
  heddle_tagged o;
  do {
    o = heddle_load(&s->top);
    c->next = o.pointer;
  } while (!heddle_cas(&s->top, o, c));
  HEDDLE_LINEARIZE(v);
}
int pop(st* s) {
  for (;;) {
    heddle_tagged o = heddle_load(&s->top);
    if (!o.pointer) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    node *c = o.pointer, *n = c->next;
    if (heddle_cas(&s->top, o, n)) {
      HEDDLE_LINEARIZE(c->data);
      int v = c->data;
      HEDDLE_FREE(c);
      return v;
    }
  }
}
HEDDLE_INIT(init)
HEDDLE_STACK(push, pop)
