/* SPDX-License-Identifier: Apache-2.0 */
/* A test in C: a stack of one word for each value, with the mistake that WRONG names. */
#include <heddle/linearizable_c.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct stack {
  pthread_mutex_t lock;
  long values[8];
  int count;
};
static void* make(void) {
  struct stack* stack = calloc(1, sizeof *stack);
  pthread_mutex_init(&stack->lock, NULL);
  return stack;
}
static void destroy(void* object) {
  struct stack* stack = object;
  pthread_mutex_destroy(&stack->lock);
  free(stack);
}
static long push(void* object, long value) {
  struct stack* stack = object;
  pthread_mutex_lock(&stack->lock);
  stack->values[stack->count++] = value;
  pthread_mutex_unlock(&stack->lock);
  return 0;
}
static long pop(void* object, long unused) {
  struct stack* stack = object;
  long value = HEDDLE_NOTHING;
  (void)unused;
  pthread_mutex_lock(&stack->lock);
#ifdef WRONG
  const int found = stack->count;
  pthread_mutex_unlock(&stack->lock);
  pthread_mutex_lock(&stack->lock);
  if (found > 0 && stack->count == 0) value = 0;
#endif
  if (stack->count > 0) value = stack->values[--stack->count];
  pthread_mutex_unlock(&stack->lock);
  return value;
}

struct model {
  long values[8];
  long count;
};
static long model_push(void* state, long value) {
  struct model* model = state;
  model->values[model->count++] = value;
  return 0;
}
static long model_pop(void* state, long unused) {
  struct model* model = state;
  (void)unused;
  if (model->count == 0) return HEDDLE_NOTHING;
  const long value = model->values[--model->count];
  model->values[model->count] = 0;
  return value;
}

int main(void) {
  static const long values[] = {1, 2};
  const struct heddle_operation operations[] = {
      {.name = "push", .perform = push, .model = model_push, .arguments = values, .argument_count = 2},
      {.name = "pop", .perform = pop, .model = model_pop}};
  const struct heddle_object object = {.name = "stack",
                                       .make = make,
                                       .destroy = destroy,
                                       .operations = operations,
                                       .operation_count = 2,
                                       .model_size = sizeof(struct model),
                                       .threads = 2,
                                       .calls = 2};
  return heddle_linearizable(&object);
}
