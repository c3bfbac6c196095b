// SPDX-License-Identifier: Apache-2.0
// The initial function makes the two ends of the list, and not the lock.
#include <heddle/prove.h>
#include <limits.h>
typedef struct node {
  int key;
  struct node* next;
} node;
typedef struct {
  node* head;
  heddle_lock_t l;
} set;
void init(set* s) {
  node *a = HEDDLE_NEW(node), *b = HEDDLE_NEW(node);
  b->key = INT_MAX;
  b->next = NULL;
  a->key = INT_MIN;
  a->next = b;
  s->head = a;
}
bool insert(set* s, int key) {
  heddle_lock(&s->l);
  node *p = s->head, *c = p->next;
  while (c->key < key) {
    p = c;
    c = c->next;
  }
  bool n = c->key != key;
  if (n) {
    node* m = HEDDLE_NEW(node);
    m->key = key;
    m->next = c;
    p->next = m;
  }
  heddle_unlock(&s->l);
  return n;
}
bool remove_(set* s, int key) {
  heddle_lock(&s->l);
  node *p = s->head, *c = p->next;
  while (c->key < key) {
    p = c;
    c = c->next;
  }
  bool n = c->key == key;
  if (n) p->next = c->next;
  heddle_unlock(&s->l);
  if (n) HEDDLE_FREE(c);
  return n;
}
bool contains(set* s, int key) {
  heddle_lock(&s->l);
  node* c = s->head->next;
  while (c->key < key) c = c->next;
  bool n = c->key == key;
  heddle_unlock(&s->l);
  return n;
}
HEDDLE_INIT(init)
HEDDLE_SET(insert, remove_, contains)
