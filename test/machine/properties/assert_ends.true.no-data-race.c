// The assertion fails always, so the race behind it does not happen.
#include <assert.h>
#include <pthread.h>
static int x;
static void *worker(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  assert(x == 1);
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
