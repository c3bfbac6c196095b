// main ends as a thread; the last thread ends the process, which runs the handlers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int shared, handled;
pthread_key_t key;
void handler(void) { assert(shared == 2 && handled == 1); }
void destroy(void* value) { handled = 1; }
void* work(void* main_thread) {
  pthread_join((pthread_t)main_thread, 0);
  assert(handled == 1);
  shared = 2;
  return 0;
}
int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &shared);
  pthread_create(&thread, 0, work, (void*)pthread_self());
  pthread_exit(0);
}
