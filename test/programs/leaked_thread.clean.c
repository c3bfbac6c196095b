// SPDX-License-Identifier: Apache-2.0
// The first thread is joined, the second is detached; the third is neither, and that is told.
// only: run
// expect-note: ^T3, created at .*:17, has ended, and nobody joined or detached it
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int ended;
static void* work(void* p) {
  ended++;
  return p;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_create(&c, 0, work, 0);
  pthread_join(a, 0);
  pthread_detach(b);
  while (ended < 3) usleep(1000);
  usleep(100000);
  return 0;
}
