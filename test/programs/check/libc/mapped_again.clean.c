// SPDX-License-Identifier: Apache-2.0
// Each thread maps memory, and the second gets the place of the first.
#include <pthread.h>
#include <sys/mman.h>

static void* run(void* x) {
  int* at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *at = 1;
  munmap(at, 4096);
  return x;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
