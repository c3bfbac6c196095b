// SPDX-License-Identifier: Apache-2.0
// C11's threads, mutexes and conditions.
#include <threads.h>
mtx_t mutex;
cnd_t condition;
int count;
static int work(void* unused) {
  mtx_lock(&mutex);
  ++count;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return unused == 0 ? 7 : 0;
}
int main(void) {
  thrd_t threads[2];
  mtx_init(&mutex, mtx_plain | mtx_recursive);
  cnd_init(&condition);
  for (int i = 0; i < 2; ++i)
    if (thrd_create(&threads[i], work, 0) != thrd_success) return 1;
  mtx_lock(&mutex);
  if (mtx_trylock(&mutex) != thrd_success) return 2;
  mtx_unlock(&mutex);
  while (count < 2) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  for (int i = 0; i < 2; ++i) {
    int result = 0;
    if (thrd_join(threads[i], &result) != thrd_success || result != 7) return 3;
  }
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
}
