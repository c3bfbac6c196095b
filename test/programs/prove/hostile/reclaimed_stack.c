// SPDX-License-Identifier: Apache-2.0
// Treiber's stack with hazard pointers (HOSTILE up to 19) and with epochs, and small changes that make it wrong. 0 and 20
// are right.
#include <heddle/prove.h>
#if HOSTILE >= 20
#include <heddle/epoch.h>
#else
#include <heddle/hazard.h>
#endif
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  int data;
  struct node* next;
} node;
static _Atomic(node*) top;

#if HOSTILE < 20
#define ENTER()
#define LEAVE() heddle_protect(0, NULL)
#elif HOSTILE == 21  // inside nothing
#define ENTER()
#define LEAVE()
#elif HOSTILE == 22
#define ENTER() (heddle_enter(), heddle_enter())
#define LEAVE() heddle_leave()
#elif HOSTILE == 23
#define ENTER() heddle_enter()
#define LEAVE()
#elif HOSTILE == 24
#define ENTER()
#define LEAVE() heddle_leave()
#else
#define ENTER() heddle_enter()
#define LEAVE() heddle_leave()
#endif

void push(int value) {
  node* cell = malloc(sizeof(node));
  if (!cell) abort();
  cell->data = value;
  node* old = atomic_load(&top);
#if HOSTILE == 1 || HOSTILE == 31  // looks into what may be freed
  if (old && old->next == cell) old = old->next;
#endif
  do cell->next = old;
  while (!atomic_compare_exchange_weak(&top, &old, cell));
  HEDDLE_LINEARIZE(value);
#if HOSTILE == 2 || HOSTILE == 32  // retired while it is in the list
  heddle_retire_free(cell);
#endif
}

int pop(void) {
  node* old;
  ENTER();
  while (true) {
    old = atomic_load(&top);
    if (!old) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      LEAVE();
      return HEDDLE_EMPTY;
    }
#if HOSTILE < 20
#if HOSTILE == 3  // another hazard pointer is let go of below, and this one is set too late
    node* next = old->next;
    heddle_protect(0, old);
    if (atomic_load(&top) != old) continue;
#elif HOSTILE == 4
    heddle_protect(0, old);
    node* next = old->next;
#elif HOSTILE == 5   // protects what comes behind
    heddle_protect(0, old->next);
    if (atomic_load(&top) != old) continue;
    node* next = old->next;
#elif HOSTILE == 6   // looks before it protects
    if (atomic_load(&top) != old) continue;
    heddle_protect(0, old);
    node* next = old->next;
#elif HOSTILE == 7   // lets go of it too early
    heddle_protect(0, old);
    if (atomic_load(&top) != old) continue;
    heddle_protect(0, NULL);
    node* next = old->next;
#elif HOSTILE == 8   // takes the wrong answer for yes: no pop ever gets anything, which is never wrong
    heddle_protect(0, old);
    if (atomic_load(&top) == old) continue;
    node* next = old->next;
#elif HOSTILE == 9   // used for something else in between
    heddle_protect(0, old);
    heddle_protect(0, atomic_load(&top));
    node* next = old->next;
#elif HOSTILE == 10  // not protected at all
    node* next = old->next;
#else
    heddle_protect(0, old);
    if (atomic_load(&top) != old) continue;
    node* next = old->next;
#endif
#else
    node* next = old->next;
#if HOSTILE == 25  // out and in again
    heddle_leave();
    heddle_enter();
#endif
#endif
#if HOSTILE == 11 || HOSTILE == 26  // retired before it is taken out
    heddle_retire_free(old);
#endif
    if (atomic_compare_exchange_strong(&top, &old, next)) break;
  }
  HEDDLE_LINEARIZE(old->data);
#if HOSTILE == 12 || HOSTILE == 27
  heddle_retire_free(old);
  LEAVE();
  return old->data;  // too late
#elif HOSTILE == 13 || HOSTILE == 28
  const int value = old->data;
  LEAVE();
  heddle_retire_free(old);
  heddle_retire_free(old);
  return value;
#elif HOSTILE == 14 || HOSTILE == 29
  const int value = old->data;
  free(old);  // others may look at it
  LEAVE();
  return value;
#elif HOSTILE == 15 || HOSTILE == 30
  const int value = old->data;
  heddle_retire(old);  // it is malloc's
  LEAVE();
  return value;
#elif HOSTILE == 16 || HOSTILE == 34  // what comes behind is in the list
  const int value = old->data;
  if (old->next) heddle_retire_free(old->next);
  LEAVE();
  return value;
#else
  const int value = old->data;
#if HOSTILE != 11 && HOSTILE != 26
  heddle_retire_free(old);
#endif
  LEAVE();
#if HOSTILE == 17 || HOSTILE == 33
  atomic_store(&top, old);  // back again
#endif
  return value;
#endif
}

HEDDLE_STACK(push, pop)
// wrong: 1-7 9-17 21-34
// right: 8
// right under gc: 1-7 9-14 16 21-29 31-32 34
// proved: 0 gc own mm
// proved: 20 gc own mm
