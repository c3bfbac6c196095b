// _Exit in a thread, with a status, if it comes before main's end.
#include <pthread.h>
#include <stdlib.h>
void* work(void* unused) { _Exit(1); }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  return 0;
}
