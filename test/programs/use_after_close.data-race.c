// SPDX-License-Identifier: Apache-2.0
// only: run
// expect-variable: descriptor
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static void* user(void* p) {
  usleep(200000);
  write(ends[1], "x", 1);
  return p;
}
int main(void) {
  pthread_t t;
  if (pipe(ends)) return 1;
  pthread_create(&t, 0, user, 0);
  close(ends[1]);
  pthread_join(t, 0);
  return 0;
}
