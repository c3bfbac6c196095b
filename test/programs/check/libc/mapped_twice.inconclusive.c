// SPDX-License-Identifier: Apache-2.0
// One page at two places: that they are one is not known.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_int *one, *two;
static void* run(void* x) {
  atomic_store(one, 1);
  return x;
}
int main(void) {
  const int file = memfd_create("page", 0);
  ftruncate(file, 4096);
  one = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  two = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(atomic_load(two) == 0);
  pthread_join(t, 0);
  return 0;
}
