#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
void *other(void *p) { return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int early = pthread_tryjoin_np(t, 0);
  if (early) pthread_join(t, 0);
  assert(!early);
}
