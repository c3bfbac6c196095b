// An atexit handler writes what a thread that still runs writes too.
#include <pthread.h>
#include <stdlib.h>
int shared;
void handler(void) { shared = 1; }
void* work(void* unused) { shared = 2; return unused; }
int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, 0, work, 0);
  return 0;
}
