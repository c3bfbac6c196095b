/* volatile orders nothing between threads in C. */
#include <pthread.h>
static volatile int ready;
static int value;
static void *writer(void *unused) { value = 1; ready = 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = ready ? value : 0;
  pthread_join(t, 0);
  return seen < 0;
}
