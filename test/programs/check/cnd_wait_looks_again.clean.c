// SPDX-License-Identifier: Apache-2.0
// C11's wait in a loop, in a thread that has hardly any stack: a wake-up without a reason changes nothing.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static int ready;
static atomic_int flag;

static int look(void* argument) {
  (void)argument;
  atomic_exchange(&flag, 1);
  return 0;
}
static int notify(void* argument) {
  (void)argument;
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return 0;
}
static int wait(void* argument) {
  (void)argument;
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t threads[3];
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  thrd_create(&threads[0], look, 0);
  thrd_create(&threads[1], notify, 0);
  thrd_create(&threads[2], wait, 0);
  for (int i = 0; i < 3; ++i) thrd_join(threads[i], 0);
  assert(ready);
  return 0;
}
