// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static void *use(void *x) { assert(pthread_setspecific(key, x) == 0); return 0; }
int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, use, &key);
  pthread_key_delete(key);
  pthread_join(t, 0);
}
