// SPDX-License-Identifier: Apache-2.0
// A sorted list with one lock, and small changes that make it wrong: HOSTILE says which one. 0 is right.
#include <heddle/prove.h>
#include <limits.h>

#if HOSTILE == 1  // another sign than the sentinels have
typedef unsigned key_type;
#define LEAST 0u
#define GREATEST UINT_MAX
#else
typedef int key_type;
#define LEAST INT_MIN
#define GREATEST INT_MAX
#endif

typedef struct node {
#if HOSTILE == 2
  short key;
#elif HOSTILE == 3  // which keeps what it is
  unsigned key;
#elif HOSTILE == 4
  int key : 16;
#else
  key_type key;
#endif
  struct node* next;
} node;

static node* head;
#if HOSTILE == 5
static _Thread_local heddle_lock_t lock;
#else
static heddle_lock_t lock;
#endif
#if HOSTILE == 6
static int last_key;
static bool last_answer;
#elif HOSTILE == 7
static _Thread_local node* hint;
#endif

static node* make(key_type key, node* next) {
  node* cell = HEDDLE_NEW(node);
#if HOSTILE == 8
  cell->key = key & ~1;
#elif HOSTILE == 9
  cell->key = -key;
#else
  cell->key = key;
#endif
  cell->next = next;
  return cell;
}

void init(void) {
#if HOSTILE == 10  // an end that keys can be beyond of
  node* last = make(1000, NULL);
#else
  node* last = make(GREATEST, NULL);
#endif
#if HOSTILE == 11  // the wrong way round
  head = make(GREATEST, NULL);
#elif HOSTILE == 12  // something is in already
  head = make(LEAST, make(5, last));
#else
  head = make(LEAST, last);
#endif
}

static bool is_less(key_type a, key_type b) {
#if HOSTILE == 13
  return (unsigned)a < (unsigned)b;
#elif HOSTILE == 14
  return a - b < 0;
#elif HOSTILE == 15
  return (char)a < (char)b;
#elif HOSTILE == 1
  return (int)a < (int)b;
#elif HOSTILE == 16
  return a % 100 < b % 100;
#else
  return a < b;
#endif
}

static node* find(key_type key, node** before) {
#if HOSTILE == 7
  node* pred = hint ? hint : head;
#else
  node* pred = head;
#endif
  node* curr = pred->next;
#if HOSTILE == 17  // two at a time
  while (is_less(curr->key, key)) pred = curr->next, curr = pred->next;
#elif HOSTILE == 18
  while (!is_less(key, curr->key)) pred = curr, curr = curr->next;
#else
  while (is_less(curr->key, key)) pred = curr, curr = curr->next;
#endif
#if HOSTILE == 7
  hint = pred;
#endif
  *before = pred;
  return curr;
}

bool insert(key_type key) {
#if HOSTILE == 19  // looks before it locks
  node *pred, *curr = find(key, &pred);
  heddle_lock(&lock);
#else
  heddle_lock(&lock);
  node *pred, *curr = find(key, &pred);
#endif
  bool is_new = curr->key != key;
#if HOSTILE == 20
  is_new = true;
#endif
  if (is_new) pred->next = make(key, curr);
#if HOSTILE == 21
  if (is_new) pred->next = make(key, pred->next);
#elif HOSTILE == 22
  is_new = !is_new;
#elif HOSTILE == 23
  is_new = true;
#elif HOSTILE == 6
  last_key = key, last_answer = true;
#endif
#if HOSTILE == 24
  if (!is_new) return false;
#endif
  heddle_unlock(&lock);
  return is_new;
}

bool remove(key_type key) {
  heddle_lock(&lock);
  node *pred, *curr = find(key, &pred);
  bool is_in = curr->key == key;
#if HOSTILE == 25
  if (is_in) pred->next = curr->next->next;
#elif HOSTILE == 26
  is_in = curr->key >= key;
  if (is_in) pred->next = curr->next;
#elif HOSTILE == 27
  if (is_in) curr->key = LEAST;
#elif HOSTILE == 28
  if (is_in) pred->next = NULL;
#elif HOSTILE == 29
  if (is_in) curr->key = curr->next->key, curr->next = curr->next->next;  // the next one moves up
#elif HOSTILE == 30
  if (is_in) head->next = curr->next;
#elif HOSTILE != 31
  if (is_in) pred->next = curr->next;
#endif
#if HOSTILE == 32
  if (is_in) HEDDLE_FREE(pred);
#elif HOSTILE == 33
  if (is_in) HEDDLE_FREE(curr), HEDDLE_FREE(curr);
#elif HOSTILE == 34
  HEDDLE_FREE(curr);
#else
  if (is_in) HEDDLE_FREE(curr);
#endif
  heddle_unlock(&lock);
#if HOSTILE == 35
  return true;
#else
  return is_in;
#endif
}

bool contains(key_type key) {
  node* pred;
#if HOSTILE == 36  // without the lock, where cells are freed
  return find(key, &pred)->key == key;
#elif HOSTILE == 6
  if (key == last_key) return last_answer;
#endif
  heddle_lock(&lock);
#if HOSTILE == 37
  bool is_in = find(key, &pred)->next->key == key;
#elif HOSTILE == 38
  bool is_in = find(key, &pred)->key != key;
#elif HOSTILE == 39
  bool is_in = find(key, &pred)->next != NULL;
#else
  bool is_in = find(key, &pred)->key == key;
#endif
  heddle_unlock(&lock);
#if HOSTILE == 40
  return is_in & (key & 1);
#elif HOSTILE == 41
  return is_in || key == 3;
#else
  return is_in;
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// wrong: 1-2 4-13 15-41
// right: 3
// right where nothing overflows: 14
// right under gc: 32 33 34 36
// proved: 0 gc own
