// SPDX-License-Identifier: Apache-2.0
// <heddle/hazard.h> by itself: what is protected, and still in its place afterwards, is not freed before the
// protection ends.
#define HEDDLE_RETIRED 1
#include <assert.h>
#include <heddle/hazard.h>

static int *_Atomic box;

static int *make(int value) {
  int *cell = malloc(sizeof *cell);
  *cell = value;
  return cell;
}

static void *reader(void *unused) {
  int *cell = box;
  heddle_protect(0, cell);
#ifndef UNVALIDATED
  if (cell != box) return unused;
#endif
  assert(*cell == 1 || *cell == 2);
  heddle_protect(0, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  box = make(1);
  pthread_create(&thread, NULL, reader, NULL);
  int *cell = box;
  box = make(2);
  heddle_retire_free(cell);
  pthread_join(thread, NULL);
  heddle_retire_free(box);
}
