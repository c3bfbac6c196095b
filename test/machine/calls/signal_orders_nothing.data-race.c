// The writer notifies without the mutex: the waiter woken by it has no order after the write.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;
void *waiter(void *p) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return (void *)(long)x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  x = 1;
  pthread_cond_signal(&c);
  pthread_detach(t);
}
