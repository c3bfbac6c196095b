// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
static int *where;
static void *use(void *x) { ++*where; return x; }
int main(void) {
  for (int i = 0; i < 1; ++i) {
    where = &(int){5};
  }
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  pthread_join(t, 0);
}
