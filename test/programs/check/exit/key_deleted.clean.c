// SPDX-License-Identifier: Apache-2.0
// A key that was deleted has no destructor any more, and another one of its number no value.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static void* run(void* x) {
  void* block = malloc(8);
  pthread_setspecific(key, block);
  pthread_key_delete(key);
  pthread_key_t other;
  pthread_key_create(&other, free);
  assert(pthread_getspecific(other) == 0);
  free(block);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, free);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
