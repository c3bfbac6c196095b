// SPDX-License-Identifier: Apache-2.0
// Two threads' destructors touch one variable.
// expect-variable: x
#include <pthread.h>

static int x;
static pthread_key_t key;
static void destroy(void* value) { x += *(int*)value; }
static void* body(void* argument) {
  pthread_setspecific(key, argument);
  return 0;
}
int main(void) {
  pthread_t a, b;
  int one = 1;
  pthread_key_create(&key, destroy);
  pthread_create(&a, 0, body, &one);
  pthread_create(&b, 0, body, &one);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
