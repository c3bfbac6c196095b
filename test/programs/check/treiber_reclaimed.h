// SPDX-License-Identifier: Apache-2.0
// A stack that `heddle prove` proves against the scheme's specification, with the scheme as it is implemented.
#include <assert.h>

static void *other(void *unused) {
  push(2);
  const int value = pop();
  assert(value == 1 || value == 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  push(1);
  pthread_create(&thread, NULL, other, NULL);
  const int mine = pop();
  pthread_join(thread, NULL);
  assert(mine == 1 || mine == 2);
}
