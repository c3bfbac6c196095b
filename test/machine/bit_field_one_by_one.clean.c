#include <pthread.h>
#include <assert.h>
struct flags { unsigned ready : 1; unsigned kind : 3; };
static void *work(void *unused) {
  struct flags f;
  f.ready = 1;
  f.kind = 5;
  assert(f.ready && f.kind == 5);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
