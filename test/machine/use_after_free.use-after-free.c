/* also: data-race */
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(int *) p;
void *reader(void *a) { int *q = p; if (q) *(volatile int *)q; return 0; }
int main(void) {
  pthread_t t;
  int *mine = malloc(4);
  *mine = 1;
  p = mine;
  pthread_create(&t, 0, reader, 0);
  p = 0;
  free(mine);
  pthread_join(t, 0);
}
