// SPDX-License-Identifier: Apache-2.0
// Memory the program mapped itself counts as allocated where it was mapped; what was unmapped is forgotten.
// expect-note: is byte 20 of a mapping of 8192 bytes, mapped at .*mapped\.data-race\.c:11 in map
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

int* shared;

static int* map(size_t bytes) {
  return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void* work(void* unused) {
  shared[5]++;
  return unused;
}

int main(void) {
  int* gone = map(3 * 8192);
  munmap(gone, 3 * 8192);
  shared = map(8192);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
