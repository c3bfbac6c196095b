/* Frees a node that it holds the lock of, then unlocks it. A sorted list with a lock in each node, locked hand over hand; nodes are freed when nobody can hold them. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
typedef struct node {
  int key;
  pthread_mutex_t lock;
  struct node *next;
} node;
static node *head;
static node *node_new(int key, node *next) {
  node *n = malloc(sizeof(node));
  if (!n) abort();
  n->key = key;
  n->next = next;
  pthread_mutex_init(&n->lock, NULL);
  return n;
}
/* The last node below the key, and the one after it, both locked. */
static void locate(int key, node **before, node **at) {
  node *p = head;
  pthread_mutex_lock(&p->lock);
  node *c = p->next;
  pthread_mutex_lock(&c->lock);
  while (c->key < key) {
    pthread_mutex_unlock(&p->lock);
    p = c;
    c = c->next;
    pthread_mutex_lock(&c->lock);
  }
  *before = p;
  *at = c;
}
static bool insert(int key) {
  node *p, *c;
  locate(key, &p, &c);
  bool fresh = c->key != key;
  if (fresh) p->next = node_new(key, c);
  pthread_mutex_unlock(&c->lock);
  pthread_mutex_unlock(&p->lock);
  return fresh;
}
static bool erase(int key) {
  node *p, *c;
  locate(key, &p, &c);
  bool there = c->key == key;
  if (there) p->next = c->next;
  pthread_mutex_unlock(&p->lock);
  if (there) free(c);
  pthread_mutex_unlock(&c->lock);
  return there;
}
static void *one(void *result) { *(bool *)result = insert(5); return NULL; }
static void *two(void *result) { *(bool *)result = erase(5); return NULL; }
int main(void) {
  pthread_t a, b;
  bool inserted = false, erased = false;
  head = node_new(INT_MIN, node_new(3, node_new(INT_MAX, NULL)));
  pthread_create(&a, NULL, one, &inserted);
  pthread_create(&b, NULL, two, &erased);
  erase(3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int left = 0;
  for (node *n = head->next; n->key != INT_MAX; n = n->next) left++;
  assert(inserted && left == (erased ? 0 : 1));
}
