#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *other(void *p) {
  sem_post(&s);
  sem_wait(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  int v = 0;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, other, 0);
  sem_getvalue(&s, &v);
  assert(v == 0);
  pthread_join(t, 0);
}
