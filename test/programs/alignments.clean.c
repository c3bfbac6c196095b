// SPDX-License-Identifier: Apache-2.0
// right: an alignment that cannot be had is refused
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void* ask(void* unused) {
  void* block = NULL;
  assert(posix_memalign(&block, 3, 8) == EINVAL && block == NULL);
  assert(posix_memalign(&block, 24, 8) == EINVAL && block == NULL);
  assert(posix_memalign(&block, 64, 8) == 0 && ((uintptr_t)block & 63) == 0);
  free(block);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, ask, NULL);
  ask(NULL);
  pthread_join(other, NULL);
  return 0;
}
