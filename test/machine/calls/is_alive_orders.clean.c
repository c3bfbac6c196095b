// isAlive of the paper on h: whoever finds a thread ended (pthread_tryjoin_np succeeds) knows all that it did.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static int x;
static void *other(void *p) { x = 1; return p; }
static int is_alive(pthread_t t) { return pthread_tryjoin_np(t, 0) != 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  while (is_alive(t)) {
  }
  x++;
  assert(x == 2);
}
