// SPDX-License-Identifier: Apache-2.0
// C11's mutex orders what it guards, and nothing else.
#include <threads.h>
mtx_t mutex;
int guarded, plain;
static int work(void* unused) {
  mtx_lock(&mutex);
  ++guarded;
  mtx_unlock(&mutex);
  ++plain;
  return unused != 0;
}
int main(void) {
  thrd_t threads[2];
  mtx_init(&mutex, mtx_plain);
  for (int i = 0; i < 2; ++i) thrd_create(&threads[i], work, 0);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], 0);
  mtx_destroy(&mutex);
}
