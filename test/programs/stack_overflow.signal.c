// SPDX-License-Identifier: Apache-2.0
// There is no room left on the thread's stack for a handler.
// only: run
// flags: -w
#include <pthread.h>

static int deeper(volatile char* p) {
  volatile char room[4096];
  room[0] = p[0] + 1;
  return deeper(room) + room[0];
}
static void* f(void* p) {
  volatile char first = 0;
  return (void*)(long)deeper(&first);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return 0;
}
