// Where the error is another property's, it is a call like others.
#include <pthread.h>
void reach_error(void) {}
static int x;
static void *worker(void *unused) {
  reach_error();
  x = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
