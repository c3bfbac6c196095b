// SPDX-License-Identifier: Apache-2.0
// Who opens first gets the smaller number.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>

static int mine, other;
static void* run(void* x) {
  other = open("/dev/null", O_RDONLY);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  mine = open("/dev/null", O_RDONLY);
  pthread_join(t, 0);
  assert(mine < other);
  return 0;
}
