/* <threads.h>: mutexes of every kind, a condition, call_once, thread-specific storage, results. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int made, destroyed, turns;
static thread_local int mine = 5;

static void count_destroyed(void *value) {
  mtx_lock(&plain);
  destroyed += *(int *)value;
  mtx_unlock(&plain);
  free(value);
}
static void setup(void) {
  made++;
  tss_create(&key, count_destroyed);
}
static int nested(int depth) {
  mtx_lock(&recursive);
  int sum = depth == 0 ? 0 : 1 + nested(depth - 1);
  mtx_unlock(&recursive);
  return sum;
}
static int worker(void *argument) {
  int me = *(int *)argument;
  call_once(&once, setup);
  int *value = malloc(sizeof *value);
  *value = 1;
  tss_set(key, value);
  mine += me;
  mtx_lock(&plain);
  while (turns != me) cnd_wait(&changed, &plain);
  turns++;
  cnd_broadcast(&changed);
  mtx_unlock(&plain);
  assert(*(int *)tss_get(key) == 1 && mine == 5 + me);
  return nested(2) + me;
}
int main(void) {
  thrd_t t[2];
  int numbers[2] = {0, 1};
  assert(mtx_init(&plain, mtx_plain) == thrd_success);
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  cnd_init(&changed);
  for (int i = 0; i < 2; i++)
    if (thrd_create(&t[i], worker, &numbers[i]) != thrd_success) abort();
  int sum = 0, result;
  for (int i = 0; i < 2; i++) {
    thrd_join(t[i], &result);
    sum += result;
  }
  assert(sum == 5 && made == 1 && destroyed == 2 && mine == 5);
  assert(mtx_trylock(&plain) == thrd_success);
  mtx_unlock(&plain);
  thrd_yield();
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  cnd_destroy(&changed);
  tss_delete(key);
}
