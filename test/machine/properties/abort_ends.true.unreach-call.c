// abort ends the program before the error is reached; that it does is no error.
#include <pthread.h>
extern void abort(void);
void reach_error(void) {}
static _Atomic int given_up;
static void *worker(void *unused) {
  given_up = 1;
  abort();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  reach_error();
  return 0;
}
