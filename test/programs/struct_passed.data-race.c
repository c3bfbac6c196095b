// SPDX-License-Identifier: Apache-2.0
// An argument is read by the call.
// compilers: gcc
// expect-variable: large
// expect-variable: small
#include <pthread.h>

struct Large {
  long a[5];
};
struct Small {
  long a, b;
};
static struct Large large;
static struct Small small;
__attribute__((noinline)) static long take_large(struct Large v) { return v.a[0] + v.a[4]; }
__attribute__((noinline)) static long take_small(struct Small v) { return v.a + v.b; }
static void* f(void* p) { return (void*)(take_large(large) + take_small(small) + (long)p); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  large.a[2] = 1;
  small.b = 1;
  pthread_join(t, 0);
  return 0;
}
