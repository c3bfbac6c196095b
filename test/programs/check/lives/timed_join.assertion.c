// Its time may run out first.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static void* work(void* unused) { return unused; }
int main(void) {
  pthread_t thread;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 10;
  pthread_create(&thread, 0, work, 0);
  assert(pthread_timedjoin_np(thread, 0, &time) == 0);
}
