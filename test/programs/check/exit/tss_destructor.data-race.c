// SPDX-License-Identifier: Apache-2.0
// Two of them, in threads that nothing orders.
#include <threads.h>

static tss_t key;
static int destroyed;
static void destroy(void* value) { destroyed += *(int*)value; }
static int run(void* x) { return tss_set(key, x); }
int main(void) {
  int one = 1;
  thrd_t t, u;
  tss_create(&key, destroy);
  thrd_create(&t, run, &one);
  thrd_create(&u, run, &one);
  thrd_join(t, 0);
  thrd_join(u, 0);
  return 0;
}
