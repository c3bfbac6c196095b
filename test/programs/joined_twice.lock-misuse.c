// SPDX-License-Identifier: Apache-2.0
// A thread is joined a second time.
#include <pthread.h>
static void* ends(void* unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, ends, 0);
  pthread_join(thread, 0);
  pthread_join(thread, 0);
}
