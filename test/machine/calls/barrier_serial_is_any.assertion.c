// Which thread of a round is the serial one nobody knows.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t b;
atomic_int last;
void *other(void *p) {
  last = 1;
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, other, 0);
  while (!last) {
  }
  int serial = pthread_barrier_wait(&b);
  pthread_join(t, 0);
  assert(serial != 0);
}
