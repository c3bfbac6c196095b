#include <pthread.h>
#include <stdlib.h>
static int *shown;
static void *worker(void *unused) {
  *shown = 2;
  return unused;
}
int main(void) {
  pthread_t t;
  shown = malloc(4);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  const int seen = *shown;
  free(shown);
  return seen != 2;
}
