// SPDX-License-Identifier: Apache-2.0
// Memory is unmapped while another thread may be reading it.
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic(atomic_int*) shared;
static void* run(void* x) {
  atomic_int* at = atomic_load(&shared);
  if (at != 0) atomic_load(at);
  return x;
}
int main(void) {
  atomic_int* at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  atomic_store(&shared, at);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&shared, 0);
  munmap(at, 4096);
  pthread_join(t, 0);
  return 0;
}
