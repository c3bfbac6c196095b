// A race is another property's.
#include <pthread.h>
extern void abort(void);
void reach_error(void) {}
static int x;
static void *worker(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_join(t, 0);
  if (x != 1) {
    reach_error();
    abort();
  }
  return 0;
}
