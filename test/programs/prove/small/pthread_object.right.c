// SPDX-License-Identifier: Apache-2.0
// An object of C with a pthread_mutex_t and a size, made by a function.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/prove.h>

struct node {
  int data;
  struct node* next;
};
typedef struct stack {
  struct node* top;
  size_t size;
  pthread_mutex_t mutex;
} stack;

void stack_init(stack* s) {
  memset(s, 0, sizeof *s);
  pthread_mutex_init(&s->mutex, NULL);
}
int stack_push(stack* s, int value) {
  if (s == NULL) return -1;
  struct node* cell = malloc(sizeof *cell);
  if (cell == NULL) return -1;
  cell->data = value;
  pthread_mutex_lock(&s->mutex);
  cell->next = s->top;
  s->top = cell;
  s->size++;
  HEDDLE_LINEARIZE(value);
  pthread_mutex_unlock(&s->mutex);
  return 0;
}
int stack_pop(stack* s, int* out) {
  pthread_mutex_lock(&s->mutex);
  struct node* cell = s->top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&s->mutex);
    return -1;
  }
  s->top = cell->next;
  s->size--;
  HEDDLE_LINEARIZE(cell->data);
  pthread_mutex_unlock(&s->mutex);
  *out = cell->data;
  free(cell);
  return 0;
}

HEDDLE_INIT(stack_init)
HEDDLE_STACK(stack_push, stack_pop)
