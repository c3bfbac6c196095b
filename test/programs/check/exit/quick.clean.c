// quick_exit runs neither atexit handlers nor destructors, and its own handlers in reverse.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int shared, order;
void never(void) { assert(0); }
void second(void) { assert(order == 1); }
void first(void) { order = 1; }
void* work(void* unused) { quick_exit(0); }
int main(void) {
  pthread_t thread;
  atexit(never);
  at_quick_exit(second);
  at_quick_exit(first);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(0);
}
