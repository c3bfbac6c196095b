// Main is gone: who ends last runs the handlers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
void handler(void) { assert(x == 0); }
void *other(void *p) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  atexit(handler);
  pthread_create(&t, 0, other, 0);
  pthread_exit(0);
}
