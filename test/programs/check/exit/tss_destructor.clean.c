// SPDX-License-Identifier: Apache-2.0
// C11's keys have destructors too, which run before the thread is joined.
#include <assert.h>
#include <threads.h>

static tss_t key;
static int destroyed;
static void destroy(void* value) { destroyed += *(int*)value; }
static int run(void* x) {
  tss_set(key, x);
  return *(int*)tss_get(key);
}
int main(void) {
  int seven = 7, result;
  thrd_t t;
  tss_create(&key, destroy);
  thrd_create(&t, run, &seven);
  thrd_join(t, &result);
  assert(result == 7 && destroyed == 7 && tss_get(key) == 0);
  tss_delete(key);
  return 0;
}
