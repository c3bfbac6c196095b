/* Two threads draw from one sequence: who gets the first number is open. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *draw(void *unused) {
  rand();
  return 0;
}
int main(void) {
  srand(1);
  pthread_t t;
  pthread_create(&t, 0, draw, 0);
  assert(rand() == 1804289383);
  pthread_join(t, 0);
  return 0;
}
