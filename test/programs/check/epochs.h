// SPDX-License-Identifier: Apache-2.0
// <heddle/epoch.h> by itself: what a thread finds while it is inside is not freed before it leaves, however far the
// others get.
#define HEDDLE_RETIRED 1
#include <assert.h>
#include <heddle/epoch.h>

static int *_Atomic box;

static int *make(int value) {
  int *cell = malloc(sizeof *cell);
  *cell = value;
  return cell;
}

static void *reader(void *unused) {
#ifndef OUTSIDE
  heddle_enter();
#endif
  int *cell = box;
  if (cell != NULL) assert(*cell == 1);
#ifndef OUTSIDE
  heddle_leave();
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  box = make(1);
  pthread_create(&thread, NULL, reader, NULL);
  int *cell = box;
  box = NULL;
  heddle_retire_free(cell);  // each raises the epoch if it can
  heddle_retire_free(make(2));
  heddle_retire_free(make(3));
  pthread_join(thread, NULL);
}
