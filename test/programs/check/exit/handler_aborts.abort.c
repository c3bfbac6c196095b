// A handler that finds the thread unfinished aborts.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int done;
void handler(void) { if (!done) abort(); }
void* work(void* unused) { done = 1; return unused; }
int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, 0, work, 0);
  return 0;
}
