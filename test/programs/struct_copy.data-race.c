// SPDX-License-Identifier: Apache-2.0
// Assignment of a struct reads every member.
#include <pthread.h>

struct S {
  long a[4];
};
struct S s, t;

static void* first(void* argument) {
  (void)argument;
  t = s;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  s.a[3] = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
