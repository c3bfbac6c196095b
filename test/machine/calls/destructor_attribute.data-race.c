#include <pthread.h>
int x;
__attribute__((destructor)) void last(void) { x = 1; }
void *other(void *p) { x = 2; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_detach(t);
}
