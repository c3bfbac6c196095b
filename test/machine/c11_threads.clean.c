#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static mtx_t lock;
static int x;
static _Thread_local int mine;
static int add(void *p) {
  mtx_lock(&lock);
  x += *(int *)p;
  mtx_unlock(&lock);
  assert(mine == 0);
  mine = 1;
  return 3;
}
int main(void) {
  mtx_init(&lock, mtx_plain);
  int two = 2, result;
  thrd_t t;
  thrd_create(&t, add, &two);
  add(&two);
  thrd_join(t, &result);
  assert(x == 4 && result == 3);
}
