// A thread that merely waits when the process ends is no deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
sem_t never;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
void* waits(void* unused) { sem_wait(&never); return unused; }
void* sleeps(void* unused) {
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
}
void* ends(void* unused) { exit(0); }
int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, waits, 0);
  pthread_create(&thread, 0, sleeps, 0);
  pthread_create(&thread, 0, ends, 0);
  sem_wait(&never);
}
