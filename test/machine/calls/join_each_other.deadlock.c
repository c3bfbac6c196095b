// Two threads that join each other: libc tells one of them if the other has begun, and neither if both begin at once.
#include <pthread.h>
void *other(void *p) {
  pthread_join(*(pthread_t *)p, 0);
  return 0;
}
int main(void) {
  static pthread_t main_id;
  pthread_t t;
  main_id = pthread_self();
  pthread_create(&t, 0, other, &main_id);
  pthread_join(t, 0);
  return 0;
}
