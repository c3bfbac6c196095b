#include <pthread.h>
#include <stdlib.h>
static int *_Atomic shown;
static void *worker(void *unused) {
  free(shown);
  return unused;
}
int main(void) {
  pthread_t t;
  shown = malloc(4);
  *shown = 1;
  pthread_create(&t, 0, worker, 0);
  const int seen = *shown;
  pthread_join(t, 0);
  return seen != 1;
}
