// A barrier is initialised a second time while a thread waits at it.
#include <pthread.h>
#include <semaphore.h>
static pthread_barrier_t barrier;
static sem_t there;
static void* work(void* unused) {
  sem_post(&there);
  pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  pthread_t thread;
  sem_init(&there, 0, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, work, 0);
  sem_wait(&there);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, 0);
}
