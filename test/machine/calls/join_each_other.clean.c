// Of two threads that join each other one is told.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int told;
void *other(void *p) {
  if (pthread_join(*(pthread_t *)p, 0) == EDEADLK) told++;
  return 0;
}
int main(void) {
  static pthread_t main_id;
  pthread_t t;
  main_id = pthread_self();
  pthread_create(&t, 0, other, &main_id);
  int mine = pthread_join(t, 0);
  if (mine == EDEADLK) told++;
  assert(told == 1);
}
