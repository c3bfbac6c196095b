// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
static pthread_t first;
static void *nothing(void *x) { return x; }
static void *look(void *x) { assert(!pthread_equal(first, pthread_self())); return x; }
int main(void) {
  pthread_t t;
  pthread_create(&first, 0, nothing, 0);
  pthread_join(first, 0);
  pthread_create(&t, 0, look, 0);
  pthread_join(t, 0);
}
