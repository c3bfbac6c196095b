// SPDX-License-Identifier: Apache-2.0
// Large blocks, mostly untouched, with locks and atomics in them that go with them.
#include <pthread.h>
#include <stdlib.h>

static void* f(void* p) {
  for (int i = 0; i < 200; i++) {
    char* block = malloc(4 << 20);
    pthread_mutex_t* m = (pthread_mutex_t*)(block + (3 << 20));
    pthread_mutex_init(m, 0);
    pthread_mutex_lock(m);
    block[1 << 20] = 1;
    pthread_mutex_unlock(m);
    pthread_mutex_destroy(m);
    free(block);
  }
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
