// SPDX-License-Identifier: Apache-2.0
// A key is deleted after a thread has set it: whether the destructor runs depends on who is first, that or its end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int is_set, ran;
static pthread_key_t key;
static void notes(void* value) {
  (void)value;
  ran = 1;
}
static void* sets(void* unused) {
  pthread_setspecific(key, &key);
  is_set = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, notes);
  pthread_create(&thread, 0, sets, 0);
  if (is_set) pthread_key_delete(key);
  pthread_join(thread, 0);
  assert(ran);
}
