#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
void *add(void *p) { n = n + 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  return n != 2;
}
