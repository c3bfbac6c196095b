#define _GNU_SOURCE
#include <pthread.h>
int x;
void *other(void *p) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  if (pthread_tryjoin_np(t, 0) == 0) x = 2;
  else pthread_join(t, 0);
}
