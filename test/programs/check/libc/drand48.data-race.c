#include <pthread.h>
#include <stdlib.h>
static void* work(void* unused) { return drand48() < 2 ? unused : &work; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
}
