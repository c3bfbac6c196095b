// main ends as a thread and the other waits for ever: the process never ends.
#include <pthread.h>
#include <semaphore.h>
sem_t never;
void* waits(void* unused) { sem_wait(&never); return unused; }
int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, waits, 0);
  pthread_exit(0);
}
