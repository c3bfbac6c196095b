// It is no data race in glibc.
#include <pthread.h>
#include <stdlib.h>
static void* work(void* unused) { return rand() >= 0 ? unused : &work; }
int main(void) {
  pthread_t thread;
  srand(1);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
}
