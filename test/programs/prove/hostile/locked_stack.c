// SPDX-License-Identifier: Apache-2.0
// A stack with one lock, and small changes that make it wrong: HOSTILE says which one. 0 is right.
#include <heddle/prove.h>
#if HOSTILE == 18
#define NDEBUG
#endif
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#if HOSTILE == 12
typedef struct node {
  int data : 8;
  struct node* next;
} node;
#elif HOSTILE == 24
typedef struct node {
  union {
    int data;
    struct node* next;
  };
  int rest;
} node;
#elif HOSTILE == 14
typedef struct node {
  struct node* next;
  int values[];
} node;
#define data values[0]
#elif HOSTILE == 13
typedef struct __attribute__((packed)) node {
  char pad;
  int data;
  struct node* next;
} node;
typedef struct other {
  char pad;
  int data;
  struct node* next;
} other;
#elif HOSTILE == 45
typedef struct node {
  int data;
  struct node* next;
} __attribute__((aligned(64))) node;  // HEDDLE_NEW gives 16
#else
typedef struct node {
  int data;
  struct node* next;
} node;
#endif

#if HOSTILE == 30
static _Thread_local heddle_lock_t lock;  // every thread has its own
#else
static heddle_lock_t lock;
#endif
#if HOSTILE == 31
static _Thread_local node* top;  // a stack for each thread
#elif HOSTILE == 36
node* top;
extern node* alias_of_top __attribute__((alias("top")));  // the same memory
#elif HOSTILE == 37
extern __attribute__((weak)) node* top;  // may be anything, if it is there at all
#else
static node* top;
#endif
#if HOSTILE == 35
static node early;
__attribute__((constructor)) static void begin(void) { top = &early; }
#endif
#if HOSTILE == 3
__attribute__((weak)) void hook(void) {}  // another file may replace it by one that pops
#elif HOSTILE == 5
static void ignore(void) {}
void (*hook)(void) = ignore;  // anyone may set it
#endif
#if HOSTILE == 34
static void drop(node** cell) { top = *cell ? (*cell)->next : NULL; }
#endif
#if HOSTILE == 46
__attribute__((noreturn)) void stop(void);
void stop(void) {
  top = NULL;
  heddle_unlock(&lock);
  for (;;) {
  }
}
#endif
#if HOSTILE == 38
static jmp_buf back;
#endif

static void acquire(void) {
#if HOSTILE == 29
  heddle_lock_t mine = lock;  // a copy
  heddle_lock(&mine);
#elif HOSTILE != 39
  heddle_lock(&lock);
#endif
}
static void release(void) {
#if HOSTILE != 29 && HOSTILE != 39 && HOSTILE != 28
  heddle_unlock(&lock);
#endif
}

void push(int value) {
#if HOSTILE == 1
  static int calls;
  if (++calls % 3 == 0) return;
#elif HOSTILE == 15
  if (value == 7) return;
#elif HOSTILE == 40
  switch (value) {
    case 1:
      value = 2;
      break;
    default:
      break;
  }
#endif
  node* cell = HEDDLE_NEW(node);
#if HOSTILE == 10
  memcpy(&cell->data, &value, 2);
#elif HOSTILE == 16
  cell->data = value * 2 / 2;
#elif HOSTILE == 17
  cell->data = value << 1 >> 1;
#elif HOSTILE == 21
  cell = (node*)((char*)cell + 1);
  cell->data = value;
#elif HOSTILE == 23
  *(char*)&cell->data = (char)value;
#elif HOSTILE == 13
  ((other*)cell)->data = value;  // elsewhere than in the packed one
#elif HOSTILE == 25
  cell->data = value | 1;
#elif HOSTILE == 41
  cell->data = (short)value;
#else
  cell->data = value;
#endif
#if HOSTILE == 7
  node* path[value & 7];
  path[0] = cell;
#endif
  acquire();
  cell->next = top;
#if HOSTILE == 18
  assert((top = cell) != NULL);  // is not evaluated
#elif HOSTILE == 36
  top = cell;
  alias_of_top = NULL;
#elif HOSTILE == 38
  if (setjmp(back) == 0) {
    top = cell;
    longjmp(back, 1);
  }
  cell->next = cell;
#else
  top = cell;
#endif
#if HOSTILE == 19
  assert(!(top = NULL));
#elif HOSTILE == 9
  __asm__ volatile("movq $0, %0" : "=m"(top));
#elif HOSTILE == 42
  __asm__ volatile("" : "=r"(top));
#elif HOSTILE == 43
  __builtin_memset(&top, 0, sizeof top);
#elif HOSTILE == 44
  *(unsigned*)&top = 0;  // half of it
#endif
  HEDDLE_LINEARIZE(value);
#if HOSTILE == 26
  HEDDLE_LINEARIZE(value);
#elif HOSTILE == 46
  if (cell->next) stop();
#endif
  release();
#if HOSTILE == 3 || HOSTILE == 5
  hook();
#endif
}

int pop(void) {
#if HOSTILE == 22
  node* old = top;
  acquire();
#elif HOSTILE == 2
  static _Thread_local int last = HEDDLE_EMPTY;  // what this thread got before comes again
  acquire();
  node* old = top;
#elif HOSTILE == 34
  acquire();
  __attribute__((cleanup(drop))) node* old = top;
#else
  acquire();
  node* old = top;
#endif
  if (!old) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#if HOSTILE != 27
    release();
#endif
#if HOSTILE == 2
    return last;
#else
    return HEDDLE_EMPTY;
#endif
  }
#if HOSTILE == 11
  static node zero;
  if (memcmp(old, &zero, sizeof zero) == 0) {
    release();
    return 0;
  }
#endif
  int value = old->data;
#if HOSTILE == 4
  if (old->next) {
    release();
    pop();
    acquire();
  }
#elif HOSTILE == 6
  if (value) goto out;
#elif HOSTILE == 8
  void* targets[] = {&&done, &&done};
  goto* targets[value & 1];
done:
#elif HOSTILE == 20
  top = ((volatile node*)old)->next ? NULL : NULL;
#endif
#if HOSTILE == 32
  *(node**)(uintptr_t)&top = old->next->next;
#elif HOSTILE == 33
  HEDDLE_FREE(old);
  top = old;
#elif HOSTILE != 20
  top = old->next;
#endif
  HEDDLE_LINEARIZE(value);
#if HOSTILE == 6
out:
#endif
  release();
#if HOSTILE == 47
  HEDDLE_FREE(old);
  HEDDLE_FREE(old);
#elif HOSTILE == 48
  free(old);  // it is not malloc's
#elif HOSTILE == 49
  value = old->data, HEDDLE_FREE(old), value += old->next != NULL;
#elif HOSTILE == 2
  last = value;
#endif
  return value;
}

HEDDLE_STACK(push, pop)
// wrong: 1-44 46-49
// right: 45, but for its alignment
// right under gc: 47
// proved: 0 gc own mm
