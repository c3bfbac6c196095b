#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int stopped, worked;
void stop(void) { stopped = 1; }
void *other(void *p) {
  worked = 1;
  assert(!stopped);
  return 0;
}
int main(void) {
  pthread_t t;
  atexit(stop);
  pthread_create(&t, 0, other, 0);
  pthread_detach(t);
  return 0;
}
