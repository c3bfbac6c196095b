// Who gives up after its time goes on, and waits for what the other never does.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
void *other(void *p) {
  struct timespec soon = {0, 0};
  if (pthread_mutex_timedlock(&m, &soon) == 0) {
    sem_post(&s);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  sem_wait(&s);
  pthread_join(t, 0);
}
