// The other thread may be in time.
#include <pthread.h>
extern void abort(void);
void reach_error(void) {}
static _Atomic int about_to;
static void *worker(void *unused) {
  about_to = 1;
  abort();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (about_to) reach_error();
  return 0;
}
