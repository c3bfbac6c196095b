// SPDX-License-Identifier: Apache-2.0
// What goes through one pipe does not order readers of another.
// only: run
#include <pthread.h>
#include <unistd.h>

int data;
static int ends[2], others[2];
static void* reader(void* p) {
  char c;
  read(others[0], &c, 1);
  data = 1;
  return p;
}
int main(void) {
  pthread_t t;
  if (pipe(ends) || pipe(others)) return 1;
  write(others[1], "x", 1);
  pthread_create(&t, 0, reader, 0);
  data = 2;
  write(ends[1], "x", 1);
  pthread_join(t, 0);
  return 0;
}
