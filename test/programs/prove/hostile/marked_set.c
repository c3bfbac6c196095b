// SPDX-License-Identifier: Apache-2.0
// Michael's list, whose marks are the lowest bits of pointers, and small changes that make it wrong: HOSTILE says which
// one. 0 is right under collected memory, and out of reach.
#include <heddle/prove.h>
#include <limits.h>
#include <stdatomic.h>

typedef struct node {
  int key;
  _Atomic(uintptr_t) next;
} node;

static node* head;

#if HOSTILE == 1  // the mark is followed
#define POINTER(word) ((node*)(word))
#elif HOSTILE == 2  // too many bits are cut off
#define POINTER(word) ((node*)((word) & ~(uintptr_t)31))
#elif HOSTILE == 3  // too few are left
#define POINTER(word) ((node*)((word)&0xfffffffeu))
#elif HOSTILE == 4
#define POINTER(word) ((node*)((word) ^ 1))
#else
#define POINTER(word) ((node*)((word) & ~(uintptr_t)1))
#endif
#if HOSTILE == 5  // another bit than the one that is set
#define IS_MARKED(word) (((word)&2) != 0)
#elif HOSTILE == 6
#define IS_MARKED(word) (((word)&1) == 0)
#elif HOSTILE == 7
#define IS_MARKED(word) (((word)&3) == 3)
#elif HOSTILE == 8
#define IS_MARKED(word) ((char)(word) < 0)
#else
#define IS_MARKED(word) (((word)&1) != 0)
#endif
#if HOSTILE == 9
#define MARKED(word) ((word) | 2)
#elif HOSTILE == 10  // twice is not at all
#define MARKED(word) ((word) + 1)
#elif HOSTILE == 11
#define MARKED(word) ((word) & ~(uintptr_t)1)
#elif HOSTILE == 12
#define MARKED(word) ((word) << 1 | 1)
#else
#define MARKED(word) ((word) | 1)
#endif

static node* make(int key, node* next) {
  node* cell = HEDDLE_NEW(node);
  cell->key = key;
#if HOSTILE == 13
  atomic_store(&cell->next, MARKED((uintptr_t)next));
#elif HOSTILE == 14
  (void)next;
#else
  atomic_store(&cell->next, (uintptr_t)next);
#endif
  return cell;
}

void init(void) {
  node* last = make(INT_MAX, NULL);
  head = make(INT_MIN, last);
}

static bool swap(node* cell, uintptr_t before, uintptr_t after) {
#if HOSTILE == 15
  atomic_compare_exchange_weak(&cell->next, &before, after);
  return true;
#elif HOSTILE == 16  // only a half is compared
  unsigned half = (unsigned)before;
  return atomic_compare_exchange_strong((_Atomic(unsigned)*)&cell->next, &half, (unsigned)after);
#elif HOSTILE == 17  // compares and then stores
  if (atomic_load(&cell->next) != before) return false;
  atomic_store(&cell->next, after);
  return true;
#else
  return atomic_compare_exchange_strong(&cell->next, &before, after);
#endif
}

static node* find(int key, node** before) {
again:;
  node* pred = head;
  node* curr = POINTER(atomic_load(&pred->next));
  while (true) {
    uintptr_t next = atomic_load(&curr->next);
#if HOSTILE == 18
    if (POINTER(atomic_load(&pred->next)) != curr) goto again;
#elif HOSTILE != 19
    if (atomic_load(&pred->next) != (uintptr_t)curr) goto again;
#endif
    if (!IS_MARKED(next)) {
      if (curr->key >= key) {
        *before = pred;
        return curr;
      }
      pred = curr;
    } else {
#if HOSTILE == 20  // the mark goes along to the one before
      if (!swap(pred, (uintptr_t)curr, next)) goto again;
#else
      if (!swap(pred, (uintptr_t)curr, (uintptr_t)POINTER(next))) goto again;
#endif
    }
    curr = POINTER(next);
  }
}

bool insert(int key) {
  while (true) {
    node *pred, *curr = find(key, &pred);
    if (curr->key == key) return false;
#if HOSTILE == 21  // leads past the neighbour
    node* cell = make(key, POINTER(atomic_load(&curr->next)));
#elif HOSTILE == 22  // takes the mark off
    node* cell = make(key, curr);
    if (swap(pred, MARKED((uintptr_t)curr), (uintptr_t)cell)) return true;
#else
    node* cell = make(key, curr);
#endif
    if (swap(pred, (uintptr_t)curr, (uintptr_t)cell)) return true;
  }
}

bool remove(int key) {
  while (true) {
    node *pred, *curr = find(key, &pred);
    if (curr->key != key) return false;
    uintptr_t next = atomic_load(&curr->next);
#if HOSTILE != 23
    if (IS_MARKED(next)) continue;
#endif
#if HOSTILE == 24  // never marks
    if (swap(pred, (uintptr_t)curr, next)) return true;
#elif HOSTILE == 25
    swap(curr, next, MARKED(next));
    return true;
#else
    if (!swap(curr, next, MARKED(next))) continue;
    swap(pred, (uintptr_t)curr, next);
    return true;
#endif
  }
}

bool contains(int key) {
#if HOSTILE == 26  // a marked one counts
  node* curr = head;
  while (curr->key < key) curr = POINTER(atomic_load(&curr->next));
  return curr->key == key && IS_MARKED(atomic_load(&curr->next));
#else
  node* pred;
  return find(key, &pred)->key == key;
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// wrong: 1-26
