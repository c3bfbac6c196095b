// A barrier that is destroyed after its round and made anew for another one.
#include <pthread.h>
static pthread_barrier_t barrier;
static void* work(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  for (int round = 0; round < 2; ++round) {
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
    pthread_barrier_destroy(&barrier);
  }
}
