#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *p) {
  pthread_mutex_lock(p);
  pthread_cond_wait(&c, p);
  pthread_mutex_unlock(p);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waiter, &a);
  pthread_create(&u, 0, waiter, &b);
  pthread_detach(t);
  pthread_detach(u);
  pthread_mutex_lock(&a);
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&a);
}
