// Who calls rand first gets the first number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int first;
static void* work(void* unused) {
  rand();
  return unused;
}
int main(void) {
  pthread_t thread;
  srand(1);
  first = rand();
  srand(1);
  pthread_create(&thread, 0, work, 0);
  const int mine = rand();
  pthread_join(thread, 0);
  assert(mine == first);
}
