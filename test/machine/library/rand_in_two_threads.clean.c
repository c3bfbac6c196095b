/* rand may be called by several threads: glibc locks. */
#include <pthread.h>
#include <stdlib.h>
static void *draw(void *unused) { return (void *)(long)(rand() < 0); }
int main(void) {
  pthread_t t;
  void *negative;
  pthread_create(&t, 0, draw, 0);
  int mine = rand() < 0;
  pthread_join(t, &negative);
  return mine || negative;
}
