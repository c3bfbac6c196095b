#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t m; int x; } *box;
void *other(void *p) {
  pthread_mutex_lock(&box->m);
  box->x++;
  pthread_mutex_unlock(&box->m);
  return 0;
}
int main(void) {
  pthread_t t;
  box = calloc(1, sizeof *box);
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&box->m);
  int x = box->x;
  pthread_mutex_unlock(&box->m);
  if (x == 1) free(box);
  pthread_join(t, 0);
}
