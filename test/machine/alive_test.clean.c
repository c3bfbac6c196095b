/* A thread that another knows to have ended, by a flag or by a join, has published what it wrote. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int result;
static atomic_int alive = 1;
static void *worker(void *unused) { result = 42; alive = 0; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (!alive) assert(result == 42);
  pthread_join(t, 0);
  assert(result == 42);
}
