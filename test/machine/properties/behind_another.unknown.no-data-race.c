// What a thread would do behind a null pointer is not known.
#include <pthread.h>
static int x, *_Atomic nothing;
static void *worker(void *unused) {
  *nothing = 1;
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
