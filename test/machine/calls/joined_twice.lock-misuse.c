#include <pthread.h>
void *other(void *p) { return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  pthread_join(t, 0);
}
