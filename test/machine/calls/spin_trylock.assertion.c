#include <assert.h>
#include <pthread.h>
pthread_spinlock_t s;
void *other(void *p) {
  pthread_spin_lock(&s);
  pthread_spin_unlock(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&s, 0);
  pthread_create(&t, 0, other, 0);
  assert(pthread_spin_trylock(&s) == 0);
  pthread_spin_unlock(&s);
  pthread_join(t, 0);
}
