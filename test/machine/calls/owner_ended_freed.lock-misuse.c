#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t *m;
void *other(void *p) { pthread_mutex_lock(m); return 0; }
int main(void) {
  pthread_t t;
  m = malloc(sizeof *m);
  pthread_mutex_init(m, 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  free(m);
}
