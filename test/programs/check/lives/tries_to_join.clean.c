// Whether it has ended or not, what it wrote is seen after the join.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static int number;
static void* work(void* unused) {
  number = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  const int error = pthread_tryjoin_np(thread, 0);
  assert(error == 0 || error == EBUSY);
  if (error == EBUSY) pthread_join(thread, 0);
  assert(number == 1);
}
