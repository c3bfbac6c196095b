// Whether the handler that the thread registers is run depends on who comes first; if it is, it runs before main's.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int early;
void mains(void) { early = 1; }
void threads(void) { assert(early == 1); }
void* work(void* unused) { atexit(threads); return unused; }
int main(void) {
  pthread_t thread;
  atexit(mains);
  pthread_create(&thread, 0, work, 0);
  return 0;
}
