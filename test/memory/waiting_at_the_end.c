// The process ends while threads wait: such an execution is complete, whichever search counts it.
// heddle: clean 2
// heddle: sc clean 2
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
sem_t never;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  sem_wait(&never);
  return unused;
}
int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, waits, 0);
  pthread_create(&thread, 0, waits, 0);
  return 0;
}
