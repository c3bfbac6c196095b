// SPDX-License-Identifier: Apache-2.0
// The result of a call is stored by the call, not by an assignment: in memory, and in registers.
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
__attribute__((noinline)) static struct Large make_large(long n) { return (struct Large){{n, n, n, n, n}}; }
__attribute__((noinline)) static struct Small make_small(long n) { return (struct Small){n, n}; }
static void* f(void* p) {
  large = make_large((long)p);
  small = make_small((long)p);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
