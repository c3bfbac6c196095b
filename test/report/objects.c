/* SPDX-License-Identifier: Apache-2.0 */
/* One race on each kind of object of C; see objects.cpp. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;
typedef void (*Action)(void);
static void *first(void *action) {
  ((Action)action)();
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return 0;
}
static void *second(void *action) {
  while (atomic_load_explicit(&turn, memory_order_relaxed) != 1) sched_yield();
  ((Action)action)();
  return 0;
}
static int wanted = -1, races;
static void race(Action action) {
  if (wanted >= 0 && races++ != wanted) return;
  pthread_t one, two;
  atomic_store_explicit(&turn, 0, memory_order_relaxed);
  pthread_create(&one, 0, first, (void *)action);
  pthread_create(&two, 0, second, (void *)action);
  pthread_join(one, 0);
  pthread_join(two, 0);
}

struct point { int x, y; };
typedef struct { struct point corner[2]; pthread_mutex_t lock; int uses; } Shape;
struct list { struct list *next; int value; };

int plain;
struct point origin;
Shape shapes[3];
struct list *head;
struct point *points;
static _Thread_local int own;
int *borrowed;
int (*function)(void);
static void global(void) { plain = plain + 1; }             /* name: plain */
static void member(void) { origin.y = 1; }                  /* name: origin.y */
static void nested(void) { shapes[2].corner[1].y = 1; }     /* name: shapes[2].corner[1].y */
static void typed(void) { shapes[1].uses = 1; }             /* name: shapes[1].uses */
static void pointed(void) { head->value = 1; }              /* name: head->value */
static void counted(void) { points[3].y = 1; }              /* name: points[3].y */
static void threads_own(void) { *borrowed = 1; }            /* name: own */
static void called(void) { function = 0; }                  /* name: function */
static void inside(void) {
  static int visits;
  visits = visits + 1;                                      /* name: visits */
}

int main(int count, char **arguments) {
  if (count > 1) wanted = atoi(arguments[1]);
  head = malloc(sizeof *head);
  points = calloc(5, sizeof *points);
  borrowed = &own;
  race(global);
  race(member);
  race(nested);
  race(typed);
  race(pointed);
  race(counted);
  race(threads_own);
  race(called);
  race(inside);
  free(head);
  free(points);
  return 0;
}
