/* A check of one's own that calls abort. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define CHECK(c) do { if (!(c)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #c); abort(); } } while (0)
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *by) {
  pthread_mutex_lock(&m);
  int seen = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = seen + *(int *)by;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  int one = 1, two = 2;
  pthread_create(&t, 0, add, &one);
  add(&two);
  pthread_join(t, 0);
  CHECK(x == 3);
}
