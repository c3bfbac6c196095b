#include <pthread.h>
pthread_barrier_t b;
int x;
void round_(void) {
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) x++;
  pthread_barrier_wait(&b);
}
void *other(void *p) { round_(); return 0; }
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, other, 0);
  round_();
  pthread_join(t, 0);
  pthread_barrier_destroy(&b);
  return x != 1;
}
