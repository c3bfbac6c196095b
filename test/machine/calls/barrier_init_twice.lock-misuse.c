// also: data-race
#include <pthread.h>
pthread_barrier_t b;
void *other(void *p) { pthread_barrier_wait(&b); return 0; }
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, other, 0);
  pthread_barrier_init(&b, 0, 2);
  pthread_barrier_wait(&b);
  pthread_join(t, 0);
}
