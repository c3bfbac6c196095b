/* 128 bits are read and written in two halves. */
#include <pthread.h>

static unsigned __int128 total;
static void *worker(void *unused) {
  total += 1;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
