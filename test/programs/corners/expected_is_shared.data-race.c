// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int a, b;
static int expected;
static void *weak(void *x) { atomic_compare_exchange_weak((_Atomic int *)x, &expected, 1); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, weak, &a);
  pthread_create(&u, 0, weak, &b);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
