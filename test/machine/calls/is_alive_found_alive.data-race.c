// As printed isAlive acquires when the thread is alive: finding it so tells nothing of what it did.
#define _GNU_SOURCE
#include <pthread.h>
static int x;
static void *other(void *p) { x = 1; return p; }
static int is_alive(pthread_t t) { return pthread_tryjoin_np(t, 0) != 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  if (is_alive(t)) {
    x++;
    pthread_join(t, 0);
  }
}
