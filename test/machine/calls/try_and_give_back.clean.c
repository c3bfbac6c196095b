// Who does not get the second lock gives the first back: someone always can go on.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  x++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
void *other(void *p) {
  both(&b, &a);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  both(&a, &b);
  pthread_join(t, 0);
  return 0;
}
