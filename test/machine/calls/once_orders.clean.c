#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int x;
void routine(void) { x = 1; }
void *other(void *p) {
  pthread_once(&o, routine);
  assert(x == 1);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, other, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
