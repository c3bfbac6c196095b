// Seeing the value that a post left is no order.
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int x;
void *other(void *p) {
  x = 1;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  int v;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, other, 0);
  sem_getvalue(&s, &v);
  if (v == 1) x = 2;
  pthread_join(t, 0);
}
