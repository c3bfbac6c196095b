// A thread may not have ended yet, and may have.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static void* work(void* unused) {
  done = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  const int error = pthread_tryjoin_np(thread, 0);
  assert(error != EBUSY || !done);
  if (error == EBUSY) pthread_join(thread, 0);
}
