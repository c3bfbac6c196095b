// The handler runs after main, which joined the thread.
#include <pthread.h>
#include <stdlib.h>
int shared;
void handler(void) { shared = 1; }
void* work(void* unused) { shared = 2; return unused; }
int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
