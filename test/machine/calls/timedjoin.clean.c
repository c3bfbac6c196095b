#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
void *other(void *p) { return p; }
int main(void) {
  pthread_t t;
  struct timespec soon = {0, 0};
  void *result = 0;
  int x;
  pthread_create(&t, 0, other, &x);
  int told = pthread_timedjoin_np(t, &result, &soon);
  assert(told == 0 || told == ETIMEDOUT);
  if (told) pthread_join(t, &result);
  assert(result == &x);
}
