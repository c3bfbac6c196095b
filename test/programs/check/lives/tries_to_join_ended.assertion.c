// It may have ended: then there is nothing to wait for.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void* work(void* unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  assert(pthread_tryjoin_np(thread, 0) == EBUSY);
  pthread_join(thread, 0);
}
