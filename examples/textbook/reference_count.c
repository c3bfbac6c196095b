/* SPDX-License-Identifier: Apache-2.0 */
/* A shared object with a count; the racy one counts with plain memory. */
#include "textbook.h"
struct shared {
  SYNC int count;
  int value;
};
static struct shared *object;
static void *body(void *argument) {
  (void)argument;
  const int value = object->value;
  assert(value == 5);
#ifdef RACE
  if (--object->count == 0) free(object);
#else
  if (atomic_fetch_sub(&object->count, 1) == 1) free(object);
#endif
  return 0;
}
int main(void) {
  object = malloc(sizeof *object);
  object->count = THREADS;
  object->value = 5;
  run_threads(body);
}
